import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { nearest } from "@lobster-lang/language";
import type { CommandTable } from "@lobster-lang/language";
import { readPlan } from "@lobster-lang/plan";
import type { Plan } from "@lobster-lang/plan";
import type { Configurations } from "./configuration.ts";
import type { Io } from "./io.ts";
import { pipelineFromWords } from "./pipeline-words.ts";
import { readSource } from "./read-source.ts";
import type { Source } from "./read-source.ts";
import { UsageError } from "./usage-error.ts";
import { verbTable } from "./verb-table.ts";
import { hasWorkflowEnding } from "./workflow-files.ts";

/** What to run, compile or draw. */
export type Target =
  | { readonly kind: "workflow"; readonly path: string; readonly source: Source }
  | { readonly kind: "plan"; readonly path: string; readonly plan: Plan }
  | { readonly kind: "pipeline"; readonly text: string };

/** A workflow or plan file. Throws UsageError where it is missing, or says to be a plan and is none. */
export async function fileTarget(path: string, io: Io): Promise<Exclude<Target, { kind: "pipeline" }>> {
  const source = await readSource(path, io);
  if (!looksLikePlan(source.text)) return { kind: "workflow", path, source };
  const read = readPlan(source.text);
  if (read.errors !== undefined) {
    const faults = read.errors.map((fault) => fault.message).join("\n  ");
    throw new UsageError(`\`${path}\` is no plan that can run:\n  ${faults}`);
  }
  return { kind: "plan", path, plan: read.plan };
}

/**
 * The target of `run` (original-runtime 1.2): `--file`, else one word that names a file, else the words are a pipeline.
 * A path with a workflow's ending that does not exist is a missing file, not a pipeline.
 */
export async function runTarget(
  file: string | null,
  words: readonly string[],
  configurations: Configurations,
  io: Io,
): Promise<Target> {
  if (file !== null) {
    if (words.length > 0) throw new UsageError(tooMany(file, words[0]!));
    return fileTarget(file, io);
  }
  const [first, second] = words;
  if (first === undefined) throw new UsageError("`lobster run` needs a workflow file, a plan or a pipeline");
  if (namesFile(first, io)) {
    if (second !== undefined) throw new UsageError(tooMany(first, second));
    return fileTarget(first, io);
  }
  refuseOtherWords(first, words.length === 1, (await configurations.of(io.cwd)).commands, io);
  return { kind: "pipeline", text: pipelineFromWords(words) };
}

/** Whether a word names a workflow file: by its ending, and no pipeline would read so. */
export function namesFile(word: string, io: Io): boolean {
  if (!hasWorkflowEnding(word) || word.includes("|")) return false;
  return !/\s/.test(word) || isFile(word, io);
}

/** A first word that is neither a stage nor a pipeline: a misspelt verb, a file of another ending, a bare name. */
function refuseOtherWords(first: string, alone: boolean, commands: CommandTable, io: Io): void {
  if (/[\s|]/.test(first) || commands.named(first) !== undefined) return;
  if (alone && isFile(first, io)) {
    throw new UsageError(
      `\`${first}\` has no workflow's ending: rename it to \`.lobster\`, or write \`--file ${first}\``,
    );
  }
  const withEnding = [".lobster", ".lobster.yaml", ".yaml", ".yml"].find((ending) => isFile(`${first}${ending}`, io));
  if (withEnding !== undefined) throw new UsageError(`write the whole file name: \`${first}${withEnding}\``);
  const neighbour = alone ? nearestFile(first, io) : null;
  if (neighbour !== null) throw new UsageError(`there is no file \`${first}\`: did you mean \`${neighbour}\`?`);
  const verb = nearest(
    first,
    verbTable.map((one) => one.name),
  );
  const stage = nearest(
    first,
    commands.all.map((one) => one.name),
  );
  if (verb !== null && stage === null) {
    throw new UsageError(`there is no verb \`${first}\`: did you mean \`lobster ${verb}\`?`);
  }
}

/** The workflow file beside it that a word with a dot most likely means. */
function nearestFile(word: string, io: Io): string | null {
  if (!word.includes(".")) return null;
  try {
    const names = readdirSync(resolve(io.cwd, dirname(word))).filter(hasWorkflowEnding);
    const meant = nearest(basename(word), names);
    return meant === null ? null : join(dirname(word), meant);
  } catch {
    return null;
  }
}

function tooMany(file: string, word: string): string {
  const advice = /^[\w-]+=/.test(word) ? `write \`--arg ${word}\`` : "arguments are given by `--arg name=value`";
  return `\`${word}\` is too much beside \`${file}\`: ${advice}`;
}

function isFile(path: string, io: Io): boolean {
  const full = resolve(io.cwd, path);
  return existsSync(full) && statSync(full).isFile();
}

function looksLikePlan(text: string): boolean {
  return /^\s*\{/.test(text) && /"planVersion"\s*:/.test(text);
}
