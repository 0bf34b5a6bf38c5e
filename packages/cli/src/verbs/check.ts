import { basename, dirname, resolve } from "node:path";
import { fixAll } from "@lobster-lang/checker";
import { checkFile } from "@lobster-lang/compiler";
import type { CheckFileOptions, CompileHost } from "@lobster-lang/compiler";
import type { Diagnostic } from "@lobster-lang/language";
import { checkedConfiguration, configurationName, configurationsFor, levelsFor } from "../configuration.ts";
import { withIdlePatterns } from "../idle-patterns.ts";
import type { SeenFile } from "../idle-patterns.ts";
import { patternFits } from "../path-patterns.ts";
import { readArguments, wholeNumber } from "../arguments.ts";
import type { Arguments } from "../arguments.ts";
import { calledFiles } from "../called-files.ts";
import { errorsIn } from "../compile-target.ts";
import type { Io } from "../io.ts";
import { readLimitsOf } from "../read-limits.ts";
import { readSource } from "../read-source.ts";
import type { Source } from "../read-source.ts";
import { coloursFor } from "../render/colour.ts";
import { renderJson } from "../render/diagnostics-json.ts";
import { renderSummary, renderText } from "../render/diagnostics-text.ts";
import { errorsOf } from "../render/findings.ts";
import type { CheckedFile } from "../render/findings.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";
import { workflowFiles } from "../workflow-files.ts";
import type { NamedFile } from "../workflow-files.ts";
import { replaceFile } from "../write-file.ts";

/** `lobster check`: 0 clean or warnings only, 1 errors (or too many warnings), 2 wrong use. */
export const verb: Verb = {
  async run(words, io) {
    const args = readArguments(described("check"), words);
    const most = wholeNumber(args, "max-warnings", 0);
    const files = await checkedFiles(args, io);
    const shown = args.has("quiet") ? files.map(errorsOf) : files;
    print(shown, args, io);
    const warnings = countOf(files, "warning");
    if (most !== null && warnings > most) {
      io.stderr.write(`lobster: ${warnings} warnings, at most ${most} are allowed\n`);
      return 1;
    }
    return countOf(files, "error") > 0 ? 1 : 0;
  },
};

/**
 * Every named file, and the configurations that they are checked by, once each, where something is wrong with them; then the
 * files that those call and that have errors.
 */
async function checkedFiles(args: Arguments, io: Io): Promise<readonly CheckedFile[]> {
  const shared = {
    limits: readLimitsOf(io),
    missingWorkflows: args.has("ignore-missing") ? "warning" : "error",
  } as const;
  const configurations = configurationsFor(args, io);
  const named = filesOf(args, io);
  const files: CheckedFile[] = [];
  const called: CheckedFile[] = [];
  const faulty = new Map<string, CheckedFile>();
  const seen: SeenFile[] = [];
  for (const { path, folder: root } of named) {
    const full = resolve(io.cwd, path);
    if (basename(path) === configurationName) {
      faulty.set(full, await checkedConfiguration(path, io));
      continue;
    }
    const configuration = await configurations.of(path === "-" ? io.cwd : dirname(full));
    const { file, folder, ignore, commands, extraKeys } = configuration;
    seen.push({ path: full, configuration });
    if (file !== null && file.diagnostics.length > 0) faulty.set(resolve(io.cwd, file.path), file);
    const isNamed = args.positionals.includes(path);
    if (!isNamed && folder !== null && ignore.some(({ pattern }) => patternFits(pattern, full, folder))) continue;
    const source = sourceNamed(await readSource(path, io), args);
    const rules = levelsFor(configuration, full);
    const options = { ...shared, fileName: source.path, rules, commands, extraKeys };
    const done = checked(source, args.has("fix") ? full : null, calledFiles(source.path, io, root), options);
    files.push(done.file);
    called.push(...done.called);
  }
  for (const file of withIdlePatterns(seen, args, io)) faulty.set(resolve(io.cwd, file.path), file);
  return [...faulty.values(), ...files, ...othersAmong(called, named, io)];
}

function filesOf(args: Arguments, io: Io): readonly NamedFile[] {
  if (args.positionals.length === 0) throw new UsageError("`lobster check` needs a file, a folder or `-`");
  const stdin = args.positionals.includes("-");
  if (stdin && args.has("fix")) throw new UsageError("`--fix` needs a file: standard input cannot be mended");
  if (!stdin && args.has("stdin-filename")) throw new UsageError("`--stdin-filename` goes with `-`");
  const files = workflowFiles(args.positionals, io.cwd);
  if (files.length === 0) throw new UsageError(`there is no workflow file in \`${args.positionals.join("`, `")}\``);
  return files;
}

function sourceNamed(source: Source, args: Arguments): Source {
  return source.path === "-" ? { ...source, path: args.value("stdin-filename") ?? "<stdin>" } : source;
}

/** The errors in files that others call, each once; what was named is checked by itself. */
function othersAmong(called: readonly CheckedFile[], named: readonly NamedFile[], io: Io): readonly CheckedFile[] {
  const known = new Set(named.map(({ path }) => resolve(io.cwd, path)));
  return called.filter(({ path }) => {
    const full = resolve(io.cwd, path);
    return !known.has(full) && known.add(full) !== undefined;
  });
}

/** A checked file, and the errors in files that it calls. */
interface Checked {
  readonly file: CheckedFile;
  readonly called: readonly CheckedFile[];
}

/** Checks one text; with a file to mend, mends it first and writes it where something changed. */
function checked(source: Source, mend: string | null, host: CompileHost, options: CheckFileOptions): Checked {
  const { path, text: written, problem } = source;
  if (problem !== null) return { file: { path, text: written, diagnostics: [problem] }, called: [] };
  const find = (text: string): readonly Diagnostic[] => checkFile(text, host, options).diagnostics;
  const { diagnostics, called } = checkFile(written, host, options);
  const before = { file: { path, text: written, diagnostics }, called: errorsIn(called) };
  if (mend === null) return before;
  const { text, remaining } = fixAll(written, find);
  const after = { ...before, file: { path, text, diagnostics: remaining } };
  // A fix must never make a file worse, whatever a rule believed.
  if (text === written || countOf([after.file], "error") > countOf([before.file], "error")) return before;
  replaceFile(mend, text);
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

function countOf(files: readonly CheckedFile[], severity: "error" | "warning"): number {
  return files.flatMap((file) => file.diagnostics).filter((one) => one.severity === severity).length;
}
