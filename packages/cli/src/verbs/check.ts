import { basename, dirname, resolve } from "node:path";
import { check, fixAll } from "@lobster-lang/checker";
import { readWorkflow } from "@lobster-lang/grammar";
import type { ReadLimits } from "@lobster-lang/grammar";
import type { Diagnostic } from "@lobster-lang/language";
import { checkedConfiguration, configurationName, configurationsFor, levelsFor } from "../configuration.ts";
import type { Configuration } from "../configuration.ts";
import { withIdlePatterns } from "../idle-patterns.ts";
import type { SeenFile } from "../idle-patterns.ts";
import { patternFits } from "../path-patterns.ts";
import { readArguments, wholeNumber } from "../arguments.ts";
import type { Arguments } from "../arguments.ts";
import type { Io } from "../io.ts";
import { readLimitsOf } from "../read-limits.ts";
import { readSource } from "../read-source.ts";
import type { Source } from "../read-source.ts";
import { coloursFor } from "../render/colour.ts";
import { renderJson } from "../render/diagnostics-json.ts";
import { renderSummary, renderText } from "../render/diagnostics-text.ts";
import type { CheckedFile } from "../render/findings.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";
import { workflowFiles } from "../workflow-files.ts";
import { replaceFile } from "../write-file.ts";

/** `lobster check`: 0 clean or warnings only, 1 errors (or too many warnings), 2 wrong use. */
export const verb: Verb = {
  async run(words, io) {
    const args = readArguments(described("check"), words);
    const most = wholeNumber(args, "max-warnings", 0);
    const limits = readLimitsOf(io);
    const files = await checkedFiles(args, limits, io);
    const shown = args.has("quiet") ? files.map(errorsOnly) : files;
    print(shown, args, io);
    const warnings = countOf(files, "warning");
    if (most !== null && warnings > most) {
      io.stderr.write(`lobster: ${warnings} warnings, at most ${most} are allowed\n`);
      return 1;
    }
    return countOf(files, "error") > 0 ? 1 : 0;
  },
};

/** Every named file, and the configurations that they are checked by, once each, where something is wrong with them. */
async function checkedFiles(args: Arguments, limits: Partial<ReadLimits>, io: Io): Promise<readonly CheckedFile[]> {
  const configurations = configurationsFor(args, io);
  const files: CheckedFile[] = [];
  const faulty = new Map<string, CheckedFile>();
  const seen: SeenFile[] = [];
  for (const path of pathsOf(args, io)) {
    const full = resolve(io.cwd, path);
    if (basename(path) === configurationName) {
      faulty.set(full, await checkedConfiguration(path, io));
      continue;
    }
    const configuration = await configurations.of(path === "-" ? io.cwd : dirname(full));
    const { file, folder, ignore } = configuration;
    seen.push({ path: full, configuration });
    if (file !== null && file.diagnostics.length > 0) faulty.set(resolve(io.cwd, file.path), file);
    const isNamed = args.positionals.includes(path);
    if (!isNamed && folder !== null && ignore.some(({ pattern }) => patternFits(pattern, full, folder))) continue;
    const source = named(await readSource(path, io), args);
    files.push(checked(source, { full, mends: args.has("fix") }, limits, configuration));
  }
  for (const file of withIdlePatterns(seen, args, io)) faulty.set(resolve(io.cwd, file.path), file);
  return [...faulty.values(), ...files];
}

function pathsOf(args: Arguments, io: Io): string[] {
  if (args.positionals.length === 0) throw new UsageError("`lobster check` needs a file, a folder or `-`");
  const stdin = args.positionals.includes("-");
  if (stdin && args.has("fix")) throw new UsageError("`--fix` needs a file: standard input cannot be mended");
  if (!stdin && args.has("stdin-filename")) throw new UsageError("`--stdin-filename` goes with `-`");
  const paths = workflowFiles(args.positionals, io.cwd);
  if (paths.length === 0) throw new UsageError(`there is no workflow file in \`${args.positionals.join("`, `")}\``);
  return paths;
}

function named(source: Source, args: Arguments): Source {
  return source.path === "-" ? { ...source, path: args.value("stdin-filename") ?? "<stdin>" } : source;
}

/** Checks one text; where it `mends`, mends it first and writes it where something changed. */
function checked(
  source: Source,
  { full, mends }: { readonly full: string; readonly mends: boolean },
  limits: Partial<ReadLimits>,
  configuration: Configuration,
): CheckedFile {
  const { commands, extraKeys } = configuration;
  const rules = levelsFor(configuration, full);
  if (source.problem !== null) return { path: source.path, text: source.text, diagnostics: [source.problem] };
  const find = (text: string): readonly Diagnostic[] =>
    check(readWorkflow(text, { fileName: source.path, limits, commands }), { rules, extraKeys });
  const before = { path: source.path, text: source.text, diagnostics: find(source.text) };
  if (!mends) return before;
  const { text, remaining } = fixAll(source.text, find);
  const after = { path: source.path, text, diagnostics: remaining };
  // A fix must never make a file worse, whatever a rule believed.
  if (text === source.text || countOf([after], "error") > countOf([before], "error")) return before;
  replaceFile(full, text);
  return after;
}

function print(files: readonly CheckedFile[], args: Arguments, io: Io): void {
  if (args.value("format") === "json") {
    io.stdout.write(renderJson(files));
    return;
  }
  const colours = coloursFor(io.stdout, io.env);
  const text = renderText(files, colours);
  if (text === "") return;
  const summary = renderSummary(files, colours);
  io.stdout.write(`${text}${summary === "" ? "" : `\n${summary}`}`);
}

function errorsOnly(file: CheckedFile): CheckedFile {
  return { ...file, diagnostics: file.diagnostics.filter((one) => one.severity === "error") };
}

function countOf(files: readonly CheckedFile[], severity: "error" | "warning"): number {
  return files.flatMap((file) => file.diagnostics).filter((one) => one.severity === severity).length;
}
