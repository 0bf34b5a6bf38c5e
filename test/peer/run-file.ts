import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Answer, PeerFile } from "./peer-file.ts";
import type { CommandLine, Printed, Programs, Side } from "./programs.ts";

/** What the run, or a resume, answered. */
export type Round =
  | {
      readonly status: string;
      readonly output: unknown;
      readonly requiresApproval: unknown;
      readonly requiresInput: unknown;
      /** What stood on standard output before the envelope: the original prints what it renders there (D38). */
      readonly before: string;
    }
  | { readonly failed: string };

/** All that a user can see of one run: the answers from the start to the end, and the files that the steps wrote. */
export interface Outcome {
  readonly rounds: readonly Round[];
  readonly files: { readonly [path: string]: string };
  /** Values that an explainer had noted; no part of what is compared. */
  readonly values?: string;
}

/** More pauses than any file has. */
const mostRounds = 12;

const programsForExamples = ["inbox", "gh", "curl", "docker", "make", "gog", "approve"];

/** Runs a file with one of the programs in a world of its own: folder, home, state; pauses are answered. */
export async function outcomeOf(programs: Programs, side: Side, file: PeerFile): Promise<Outcome> {
  const world = mkdtempSync(join(tmpdir(), "lobster-peer-"));
  try {
    return await runIn(world, programs, side, file);
  } finally {
    rmSync(world, { recursive: true, force: true });
  }
}

async function runIn(world: string, programs: Programs, side: Side, file: PeerFile): Promise<Outcome> {
  const work = join(world, "work");
  const given = { [file.fileName]: file.text, ...file.beside };
  if (file.kind === "pipeline") delete given[file.fileName];
  mkdirSync(work);
  for (const [path, text] of Object.entries(given)) write(join(work, path), text);
  const around = { cwd: work, env: environmentOf(world) };
  const rounds: Round[] = [];
  let line: CommandLine | null = { ...around, words: wordsOf(file) };
  while (line !== null && rounds.length < mostRounds) {
    const printed = await programs.run(side, line);
    const { round, token } = roundFrom(printed, world);
    const answer: Answer = file.answers[Math.min(rounds.length, file.answers.length - 1)]!;
    rounds.push(round);
    line = token === null ? null : { ...around, words: ["resume", "--token", token, ...answerWords(round, answer)] };
  }
  const noted = join(world, "home", "values");
  const values = existsSync(noted) ? { values: readFileSync(noted, "utf8") } : {};
  return { rounds, files: filesIn(work, given, world), ...values };
}

function wordsOf(file: PeerFile): string[] {
  const words = ["run", "--mode", "tool", ...(file.dryRun ? ["--dry-run"] : [])];
  if (file.kind === "pipeline") return [...words, file.text];
  words.push("--file", file.fileName);
  return file.args === null ? words : [...words, "--args-json", JSON.stringify(file.args)];
}

function answerWords(round: Round, { approve, response }: Answer): string[] {
  const asksForData = "requiresInput" in round && round.requiresInput !== null;
  if (approve === "cancel") return ["--cancel"];
  return asksForData ? ["--response-json", JSON.stringify(response)] : ["--approve", approve];
}

/** A login shell reads `.profile`: it must not lose the stand-in programs to the system's own PATH (D31). */
function environmentOf(world: string): Record<string, string> {
  const home = join(world, "home");
  const bin = join(world, "bin");
  mkdirSync(bin);
  for (const name of programsForExamples) {
    copyFileSync(fileURLToPath(new URL("stand-in.sh", import.meta.url)), join(bin, name));
    chmodSync(join(bin, name), 0o755);
  }
  const PATH = `${bin}:${process.env["PATH"] ?? ""}`;
  write(join(home, ".profile"), `PATH='${PATH}'\nexport PATH\n`);
  return { PATH, HOME: home, LOBSTER_STATE_DIR: join(world, "state"), LANG: "C.UTF-8", TZ: "UTC", USER: "tester" };
}

type Request = { readonly resumeToken?: string } | null;
type Envelope =
  | { readonly ok: false; readonly error: { readonly message: string } }
  | {
      readonly ok: true;
      readonly status: string;
      readonly output: unknown;
      readonly requiresApproval: Request;
      readonly requiresInput: Request;
    };

function roundFrom({ code, stdout, stderr }: Printed, world: string): { round: Round; token: string | null } {
  const at = stdout.lastIndexOf('{\n  "protocolVersion"');
  if (code === null || at < 0) return { round: { failed: `no envelope, exit ${code}: ${stderr}` }, token: null };
  const envelope = JSON.parse(stdout.slice(at).replaceAll(world, "<DIR>")) as Envelope;
  if (!envelope.ok) return { round: { failed: envelope.error.message }, token: null };
  const { status, output, requiresApproval, requiresInput } = envelope;
  const request = requiresApproval ?? requiresInput ?? null;
  return {
    round: {
      status,
      output,
      requiresApproval: withoutToken(requiresApproval),
      requiresInput: withoutToken(requiresInput),
      before: stdout.slice(0, at).replaceAll(world, "<DIR>"),
    },
    token: request?.resumeToken ?? null,
  };
}

function withoutToken(request: unknown): unknown {
  if (request === null || request === undefined) return null;
  const { resumeToken: _token, approvalId: _id, ...rest } = request as Record<string, unknown>;
  return rest;
}

/** The files that are new or changed, by path. */
function filesIn(work: string, given: Readonly<Record<string, string>>, world: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (folder: string): void => {
    for (const name of readdirSync(folder).toSorted()) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) visit(path);
      else {
        const text = readFileSync(path, "utf8");
        if (given[relative(work, path)] !== text) found[relative(work, path)] = text.replaceAll(world, "<DIR>");
      }
    }
  };
  visit(work);
  return found;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Whether a user could tell the two apart; the words of a failure are each program's own. */
export function isSame(a: Outcome, b: Outcome): boolean {
  return JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));
}

function comparable(outcome: Outcome): unknown {
  return sorted({
    files: outcome.files,
    rounds: outcome.rounds.map((round) => ("failed" in round ? { failed: true } : round)),
  });
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
