import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { compileCheck } from "@lobster-lang/compiler";
import { formatPlan, withoutSource } from "@lobster-lang/plan";
import { readArguments } from "../arguments.ts";
import { calledFiles } from "../called-files.ts";
import { configurationsFor, levelsFor } from "../configuration.ts";
import type { Configuration } from "../configuration.ts";
import { compileTarget } from "../compile-target.ts";
import type { Io } from "../io.ts";
import { coloursFor } from "../render/colour.ts";
import { renderSummary, renderText } from "../render/diagnostics-text.ts";
import type { CheckedFile } from "../render/findings.ts";
import { readLimitsOf } from "../read-limits.ts";
import { readSource } from "../read-source.ts";
import type { Source } from "../read-source.ts";
import { fileTarget } from "../target.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";
import { replaceFile } from "../write-file.ts";

/** `lobster compile`: 0 compiled (or fresh), 1 errors in the file or a stale plan, 2 wrong use. */
export const verb: Verb = {
  async run(words, io) {
    const args = readArguments(described("compile"), words);
    const [path, ...more] = args.positionals;
    if (path === undefined || more.length > 0) throw new UsageError("`lobster compile` takes one workflow file");
    const out = args.value("out");
    const committed = args.value("check");
    if (out !== null && committed !== null) throw new UsageError("`-o` and `--check` do not go together");
    const target = await fileTarget(path, io);
    if (target.kind === "plan") throw new UsageError(`\`${path}\` is a plan already`);
    const { plan, files, configuration } = await compileTarget(target, configurationsFor(args, io), io);
    report(files, io);
    if (plan === null) return 1;
    if (committed !== null) return freshness(target.source, committed, configuration, io);
    const text = formatPlan(args.has("no-source") ? withoutSource(plan) : plan);
    if (out === null) io.stdout.write(text);
    else writePlan(resolve(io.cwd, out), out, text);
    return 0;
  },
};

function report(files: readonly CheckedFile[], io: Io): void {
  const serious = files
    .map((file) => ({ ...file, diagnostics: file.diagnostics.filter((one) => one.severity !== "info") }))
    .filter(({ diagnostics }) => diagnostics.length > 0);
  if (serious.length === 0) return;
  const colours = coloursFor(io.stderr, io.env);
  io.stderr.write(`${renderText(serious, colours)}\n${renderSummary(serious, colours)}`);
}

function writePlan(full: string, path: string, text: string): void {
  try {
    replaceFile(full, text);
  } catch (error) {
    throw new UsageError(`the plan cannot be written to \`${path}\`: ${(error as Error).message}`);
  }
}

async function freshness(source: Source, committed: string, configuration: Configuration, io: Io): Promise<number> {
  const { commands, extraKeys } = configuration;
  const rules = levelsFor(configuration, resolve(io.cwd, source.path));
  const stale = (message: string): number => {
    io.stderr.write(`error[stale-plan]: ${message}\n`);
    io.stderr.write(`  = \`lobster compile ${source.path} -o ${committed}\` writes it again\n`);
    return 1;
  };
  if (!existsSync(resolve(io.cwd, committed))) return stale(`there is no plan \`${committed}\``);
  const plan = await readSource(committed, io);
  const answer = compileCheck(plan.text, source.text, calledFiles(source.path, io), {
    fileName: source.path,
    limits: readLimitsOf(io),
    commands,
    rules,
    extraKeys,
  });
  return answer.fresh ? 0 : stale(`\`${committed}\`: ${answer.message}`);
}
