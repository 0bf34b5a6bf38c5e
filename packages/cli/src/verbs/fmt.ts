import { resolve } from "node:path";
import { formatWorkflow } from "@lobster-lang/grammar";
import type { Formatted, ReadLimits } from "@lobster-lang/grammar";
import type { Diagnostic, Problem } from "@lobster-lang/language";
import { readArguments } from "../arguments.ts";
import type { Arguments } from "../arguments.ts";
import type { Io } from "../io.ts";
import { readLimitsOf } from "../read-limits.ts";
import { readSource } from "../read-source.ts";
import type { Source } from "../read-source.ts";
import { coloursFor } from "../render/colour.ts";
import { renderText } from "../render/diagnostics-text.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";
import { workflowFiles } from "../workflow-files.ts";
import { replaceFile } from "../write-file.ts";

/** `lobster fmt`: 0 done, 1 not in form (`--check`), faulty or no workflow, 2 wrong use. */
export const verb: Verb = {
  async run(words, io) {
    const args = readArguments(described("fmt"), words);
    const limits = readLimitsOf(io);
    let isFine = true;
    for (const path of pathsOf(args, io)) {
      const source = await readSource(path, io);
      const formatted = formattedSource(source, nameOf(path, args), limits);
      const done = formatted.kind === "formatted" && settle(path, source.text, formatted.text, args, io);
      if (formatted.kind !== "formatted") explain(nameOf(path, args), source.text, formatted, io);
      isFine &&= done;
    }
    return isFine ? 0 : 1;
  },
};

function pathsOf(args: Arguments, io: Io): string[] {
  const stdin = args.positionals.includes("-");
  if (stdin && args.positionals.length > 1)
    throw new UsageError("`-` goes alone: its text is written to standard output");
  if (!stdin && args.has("stdin-filename")) throw new UsageError("`--stdin-filename` goes with `-`");
  const given = args.positionals.length === 0 ? ["."] : args.positionals;
  const paths = workflowFiles(given, io.cwd).map(({ path }) => path);
  if (paths.length === 0) throw new UsageError(`there is no workflow file in \`${given.join("`, `")}\``);
  return paths;
}

function nameOf(path: string, args: Arguments): string {
  return path === "-" ? (args.value("stdin-filename") ?? "<stdin>") : path;
}

function formattedSource(source: Source, fileName: string, limits: Partial<ReadLimits>): Formatted {
  // Bytes that are no UTF-8 would be lost.
  if (source.problem !== null) return { kind: "faulty", problems: [source.problem] };
  return formatWorkflow(source.text, { fileName, limits });
}

/** Writes the text to where it belongs, or with `--check` only says that it differs. Gives whether all is well. */
function settle(path: string, before: string, after: string, args: Arguments, io: Io): boolean {
  const differs = before !== after;
  if (args.has("check")) {
    if (differs) io.stdout.write(`${nameOf(path, args)}\n`);
    return !differs;
  }
  if (path === "-") io.stdout.write(after);
  else if (differs) {
    replaceFile(resolve(io.cwd, path), after);
    io.stdout.write(`formatted ${path}\n`);
  }
  return true;
}

/** Why a file was not touched. */
function explain(path: string, text: string, why: Exclude<Formatted, { kind: "formatted" }>, io: Io): void {
  if (why.kind === "foreign") {
    io.stderr.write(`lobster: \`${path}\` was not touched: ${why.message}\n`);
    return;
  }
  const diagnostics = why.problems.map(asDiagnostic).filter((one) => one.severity === "error");
  io.stderr.write(renderText([{ path, text, diagnostics }], coloursFor(io.stderr, io.env)));
  const which = diagnostics.length === 1 ? "this fault" : "these faults";
  io.stderr.write(`lobster: \`${path}\` was not touched: mend ${which} first\n`);
}

function asDiagnostic({ rule, severity, range, message, related }: Problem): Diagnostic {
  return { rule, severity: severity ?? "error", range, message, related: related ?? [], fixes: [] };
}
