import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { lobster as runInMemory } from "../../packages/cli/test/memory-io.ts";

/** One measured case of the original; the format is described in `cases/README.md`. */
export interface LanguageCase {
  readonly id: string;
  readonly kind: "pipeline" | "filter" | "condition" | "reference" | "workflow";
  readonly input: CaseInput;
  readonly observed: Observed;
}

interface CaseInput {
  readonly parse?: string;
  readonly pipeline?: string;
  readonly items?: readonly unknown[];
  readonly template?: string;
  readonly item?: unknown;
  readonly workflow?: unknown;
  readonly yaml?: string;
  readonly json?: string;
  readonly args?: unknown;
  readonly env?: Record<string, string>;
  readonly files?: Record<string, string>;
  readonly mode?: "tool" | "human" | "tty";
  readonly stdinText?: string;
  readonly dryRun?: boolean;
  readonly resume?: readonly ResumeInput[];
  readonly graph?: string;
  readonly cli?: readonly string[];
}

interface ResumeInput {
  readonly approved?: boolean;
  readonly response?: unknown;
  readonly cancel?: boolean;
  readonly env?: Record<string, string>;
  readonly rewrite?: unknown;
  readonly sameToken?: boolean;
}

export interface Observed {
  readonly error?: string;
  readonly [key: string]: unknown;
}

/** What a case shows, without wordings: an error is only the rules that refused it (`[]`: found while running). */
export type Outcome = { readonly error: readonly string[] } | { readonly [key: string]: unknown };

interface Finished {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built program, not its sources: what people install is what is compared. */
const program = (
  createRequire(import.meta.url)("../../packages/cli/dist/program/main.cjs") as {
    main: typeof import("@lobster-lang/cli").main;
  }
).main;

/** Runs a case with the built program, in a folder of its own. */
export async function outcomeOf(example: LanguageCase): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "lobster-case-"));
  try {
    return await runIn(folder, example);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runIn(folder: string, example: LanguageCase): Promise<Outcome> {
  const { input } = example;
  for (const [name, text] of Object.entries(input.files ?? {})) write(join(folder, name), text);
  if (input.parse !== undefined) return parsed(folder, input.parse);
  if (input.template !== undefined) return filtered(folder, input);
  if (input.pipeline !== undefined) return piped(folder, input, example.observed["rendered"] === true);
  if (input.cli !== undefined) return commanded(folder, input.cli);
  return worked(folder, example);
}

async function parsed(folder: string, text: string): Promise<Outcome> {
  const { stdout } = await lobster(folder, ["parse", `--pipeline=${text}`, "--json"]);
  const { pipeline, diagnostics } = JSON.parse(stdout) as {
    pipeline: { stages: { name: ParsedWord | null; words: ParsedWord[] }[] };
    diagnostics: { rule: string; severity: string }[];
  };
  // The cases use invented stage names, so that only the text's own faults count.
  const faults = diagnostics.filter((found) => found.severity === "error" && found.rule !== "unknown-command");
  if (faults.length > 0) return { error: [...new Set(faults.map((found) => found.rule))].toSorted() };
  return { stages: pipeline.stages.map((stage) => ({ name: stage.name?.text, args: asOriginal(stage.words) })) };
}

interface ParsedWord {
  readonly text: string;
}

/** The flags of a stage whose command is unknown, by the original's rule (original-language 1.2): the words decide. */
function asOriginal(words: readonly ParsedWord[]): Record<string, unknown> {
  const positionals: string[] = [];
  const flags: Record<string, unknown> = {};
  for (let i = 0; i < words.length; i++) {
    const text = words[i]!.text;
    if (!text.startsWith("--")) {
      positionals.push(text);
      continue;
    }
    const equals = text.indexOf("=");
    const next = words[i + 1]?.text;
    if (equals >= 0) flags[text.slice(2, equals)] = text.slice(equals + 1);
    else if (next !== undefined && !next.startsWith("--")) {
      flags[text.slice(2)] = next;
      i++;
    } else flags[text.slice(2)] = true;
  }
  return { _: positionals, ...flags };
}

async function filtered(folder: string, input: CaseInput): Promise<Outcome> {
  write(join(folder, "items.json"), JSON.stringify([input.item]));
  const quoted = `"${input.template!.replace(/["\\$`]/g, "\\$&")}"`;
  const result = await lobster(folder, [
    "run",
    "--mode",
    "tool",
    `exec --json cat items.json | template --text ${quoted}`,
  ]);
  const outcome = fromEnvelope(result.stdout);
  return "output" in outcome ? { text: (outcome["output"] as unknown[])[0] } : outcome;
}

async function piped(folder: string, input: CaseInput, rendered: boolean): Promise<Outcome> {
  const text = input.pipeline!;
  // A first stage that reads nothing is the source itself; any other gets the case's items from a file.
  const isSource = /^\s*(exec\b(?![^|]*--stdin)|commands\.list\b)/.test(text);
  write(join(folder, "items.json"), JSON.stringify(input.items ?? []));
  const pipeline = isSource ? text : `exec --json cat items.json | ${text}`;
  if (rendered) {
    const human = await lobster(folder, ["run", pipeline]);
    return human.exit === 0 ? { items: [], rendered: true, stdout: human.stdout } : errorFrom(human.stderr);
  }
  const result = await lobster(folder, ["run", "--mode", "tool", pipeline]);
  const outcome = fromEnvelope(result.stdout);
  if ("error" in outcome) return outcome;
  if (outcome["status"] === "needs_approval") return { items: [outcome["requiresApproval"]], halted: true };
  return { items: outcome["output"] };
}

async function commanded(folder: string, words: readonly string[]): Promise<Outcome> {
  const result = await lobster(
    folder,
    words.map((word) => word.replaceAll("<DIR>", folder)),
  );
  const stdout = redacted(result.stdout).replaceAll(folder, "<DIR>");
  return { exit: result.exit, ...(stdout === "" ? {} : { stdout }) };
}

async function worked(folder: string, example: LanguageCase): Promise<Outcome> {
  const { input } = example;
  const file = join(folder, fileNameOf(input));
  write(file, input.yaml ?? input.json ?? JSON.stringify(input.workflow));
  if (input.graph !== undefined) {
    const result = await lobster(folder, ["graph", "--file", file, "--format", input.graph]);
    return { stdout: result.stdout };
  }
  const words = [
    "run",
    "--file",
    file,
    ...(input.mode === undefined || input.mode === "tool" ? ["--mode", "tool"] : []),
  ];
  if (input.args !== undefined) words.push("--args-json", JSON.stringify(input.args));
  if (input.dryRun === true) words.push("--dry-run");
  if (input.mode === "tty") return onTerminal(folder, words, input.stdinText ?? "");
  const result = await lobster(folder, words, input.env);
  if (input.mode === "human") return result.exit === 0 ? { stdout: result.stdout } : errorFrom(result.stderr);
  const outcome = fromEnvelope(result.stdout, true) as Record<string, unknown>;
  const resumed: Outcome[] = [];
  let request = requestOf(result.stdout);
  for (const answer of input.resume ?? []) {
    if (answer.rewrite !== undefined) {
      write(file, typeof answer.rewrite === "string" ? answer.rewrite : JSON.stringify(answer.rewrite));
    }
    if (request === null) break;
    const next = await lobster(folder, ["resume", "--token", request, ...wordsOf(answer)], answer.env);
    resumed.push(inShort(fromEnvelope(next.stdout, true)));
    if (answer.sameToken !== true) request = requestOf(next.stdout) ?? request;
  }
  if (example.kind === "condition") {
    const ran = (outcome["output"] as unknown[] | undefined)?.[0];
    return "error" in outcome ? (outcome as Outcome) : { result: ran === "RAN" };
  }
  return resumed.length > 0 ? { ...outcome, resumed } : (outcome as Outcome);
}

function fileNameOf(input: CaseInput): string {
  return input.yaml !== undefined ? "w.lobster" : "w.json";
}

function wordsOf(answer: ResumeInput): string[] {
  if (answer.cancel === true) return ["--cancel"];
  if (answer.response !== undefined) return ["--response-json", JSON.stringify(answer.response)];
  return ["--approve", answer.approved === true ? "yes" : "no"];
}

async function onTerminal(folder: string, words: readonly string[], typed: string): Promise<Outcome> {
  const result = await lobster(folder, words, {}, typed);
  return result.exit === 0 ? { status: "ok" } : errorFrom(result.stderr);
}

/** Token of a pause, or null. */
function requestOf(stdout: string): string | null {
  const envelope = JSON.parse(stdout) as Record<string, { resumeToken?: string } | null>;
  return envelope["requiresApproval"]?.resumeToken ?? envelope["requiresInput"]?.resumeToken ?? null;
}

function fromEnvelope(stdout: string, whole = false): Outcome {
  const envelope = JSON.parse(stdout) as Record<string, unknown>;
  if (envelope["ok"] === false) return errorFrom((envelope["error"] as { message: string }).message);
  const approval = withoutToken(envelope["requiresApproval"]);
  const question = withoutToken(envelope["requiresInput"]);
  const outcome: Record<string, unknown> = { status: envelope["status"] };
  if (!whole || envelope["status"] === "ok") outcome["output"] = envelope["output"];
  if (approval !== null) outcome["requiresApproval"] = approval;
  if (question !== null) outcome["requiresInput"] = question;
  // The original gives it in its library only (D43).
  if (whole && envelope["_meta"] !== undefined) outcome["_meta"] = envelope["_meta"];
  return outcome;
}

/** A question that a resume ends at was written down by its prompt and subject alone. */
function inShort(outcome: Outcome): Outcome {
  if (!("requiresInput" in outcome)) return outcome;
  const { prompt, subject } = outcome["requiresInput"] as Record<string, unknown>;
  return { status: outcome["status"], prompt, subject };
}

function withoutToken(request: unknown): Record<string, unknown> | null {
  if (request === null || request === undefined) return null;
  const { resumeToken: _token, approvalId: _id, ...rest } = request as Record<string, unknown>;
  return rest;
}

/** The ids of the rules that a refusal names, sorted; none for a failure of the run itself. */
function errorFrom(message: string): Outcome {
  const rules = [...message.matchAll(/error\[([a-z-]+)\]/g)].map((match) => match[1]!);
  return { error: [...new Set(rules)].toSorted() };
}

function redacted(text: string): string {
  return text
    .replace(/"resumeToken": "[^"]*"/g, '"resumeToken": "<TOKEN>"')
    .replace(/"approvalId": "[^"]*"/g, '"approvalId": "<ID>"');
}

/** Runs the built program's `main` in this process: 600 starts of Node would be most of the time. */
async function lobster(
  folder: string,
  words: readonly string[],
  env: Record<string, string> = {},
  typed?: string,
): Promise<Finished> {
  const terminal = typed !== undefined;
  const around = { cwd: folder, env: environmentOf(folder, env), program, terminal, ...(terminal ? { typed } : {}) };
  const { code, stdout, stderr } = await runInMemory(words, around);
  return { exit: code, stdout, stderr };
}

function environmentOf(folder: string, env: Record<string, string>): Record<string, string> {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    LOBSTER_STATE_DIR: join(home, "state"),
    LANG: "C.UTF-8",
    ...env,
  };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The observed outcome in the same form: wordings of errors and texts on standard error are ours to choose. */
export function expectedOf(example: LanguageCase): Outcome {
  const { error, stderr: _stderr, stdout, ...rest } = example.observed;
  if (error !== undefined) return { error: [] };
  if (example.input.cli !== undefined) return { exit: rest["exit"], ...(stdout === undefined ? {} : { stdout }) };
  if (rest["rendered"] === true) return { ...rest, stdout };
  const resumed = (rest["resumed"] as Observed[] | undefined)?.map((each) =>
    each.error === undefined ? each : { error: [] },
  );
  return undefinedAsNull(resumed === undefined ? rest : { ...rest, resumed }) as Outcome;
}

/** `<undefined>` stands for an item that JSON cannot show; an envelope shows it as null. */
function undefinedAsNull(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"<undefined>"', "null"));
}

/** Whether ours is what was observed: any refusal reproduces an error, whatever rule said it. */
export function reproduces(ours: Outcome, expected: Outcome): boolean {
  if ("error" in expected) return "error" in ours;
  return JSON.stringify(sorted(ours)) === JSON.stringify(sorted(expected));
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
