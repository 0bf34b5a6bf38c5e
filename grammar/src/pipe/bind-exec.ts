import type { BoundArgument, CommandSignature } from "@lobster-lang/language";
import { boundFlag, boundPositional, dashed, type DashedWord } from "./bound.ts";
import { shellContent } from "./content.ts";
import { readFlag, reportRepeated, reportUnknownFlag, signatureOf } from "./flags.ts";
import { inserting, type Reporter } from "./report.ts";
import type { Word } from "./word.ts";

/**
 * Binds `exec` (D27): its own flags stand before the program; everything from the program on belongs to the program, save
 * that one of exec's own flags there still counts as exec's, with a warning. `--` before the program ends exec's own;
 * a `--` after it is the program's, and nothing after it is exec's.
 */
export function bindExec(
  command: CommandSignature,
  name: Word,
  words: readonly Word[],
  reporter: Reporter,
): readonly BoundArgument[] {
  const flags: BoundArgument[] = [];
  const early: BoundArgument[] = [];
  const program: Word[] = [];
  let ended = false;
  let isMisspelt = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (word.text === "--" && !ended) {
      ended = true;
      if (program.length > 0) program.push(word);
      continue;
    }
    const flag = ended ? null : dashed(word);
    const known = flag === null || flag.nameFromValue ? null : signatureOf(command, flag.name);
    if (flag !== null && known !== null) {
      const late = program.length > 0;
      if (late) reportLate(flag, program[0]!, name, reporter);
      const mode =
        known.flag.type === "enum" ? swallowed(flag, words, index, known.flag.values ?? [], reporter) : false;
      const read = mode
        ? { bound: boundFlag(reporter.source, flag, known.flag.name, null), taken: 0 }
        : readFlag(flag, known, words[index + 1], reporter);
      flags.push(read.bound);
      if (!late) early.push(read.bound);
      index += read.taken;
    } else if (flag !== null && program.length === 0) {
      const meant = reportUnknownFlag(command, flag, reporter);
      isMisspelt ||= meant?.name === "shell";
      const next = words[index + 1];
      const takesNext =
        flag.value === null &&
        meant !== null &&
        meant.type !== "boolean" &&
        next !== undefined &&
        !next.text.startsWith("--");
      if (takesNext) index++;
      flags.push(boundFlag(reporter.source, flag, null, takesNext ? next : flag.value));
    } else {
      program.push(word);
    }
  }
  reportRepeated(early, reporter);
  const shell = flags.find((flag) => flag.flag === "shell");
  if (shell !== undefined && program.length > 0) reportBoth(shell, program, reporter);
  if (shell === undefined && program.length === 0 && !isMisspelt) {
    reporter.at(name, {
      rule: "pipeline-syntax",
      message: "`exec` has nothing to run: write a program after it, or `--shell 'command'`",
    });
  }
  const only = program.length === 1 && shell === undefined && literalBlank(program[0]!) ? program[0]! : null;
  const started = only === null ? program.map((word) => boundPositional(word, null)) : [asShell(only, reporter)];
  return [...flags, ...started].toSorted((a, b) => a.span.start - b.span.start);
}

/** A single word with blanks runs through the shell, as in the original: it is what `--shell` would give. */
function asShell(word: Word, reporter: Reporter): BoundArgument {
  return { ...boundPositional(word, shellContent(word, reporter.source)), flag: "shell", form: "flag" };
}

/** Whether a blank stands in the word's own text, not in a value. */
function literalBlank(word: Word): boolean {
  return word.parts.some((part) => part.kind === "literal" && /\s/.test(part.text));
}

/** `exec --stdin cat`: the program would be taken for the mode (T158). */
function swallowed(
  flag: DashedWord,
  words: readonly Word[],
  index: number,
  modes: readonly string[],
  reporter: Reporter,
): boolean {
  const next = words[index + 1];
  if (flag.value !== null || next === undefined || next.text.startsWith("--") || next.hasValues) return false;
  if (modes.includes(next.text.toLowerCase())) return false;
  const othersFollow = words.slice(index + 2).some((word) => !word.text.startsWith("--"));
  if (othersFollow && !/^(?:cat|jq|node|python3?|bash|sh|grep|xargs|tee|wc|sed|awk)$/.test(next.text)) return false;
  reporter.at(next, {
    rule: "flag-swallows-word",
    message: `\`--${flag.name}\` takes \`${next.text}\` as its mode: write \`--${flag.name} json ${next.text}\` (or ${modes.map((mode) => `\`${mode}\``).join(", ")})`,
    mend: inserting(`write \`--${flag.name} json\``, flag.word.span.end, " json", false),
  });
  return true;
}

function reportLate(flag: DashedWord, program: Word, name: Word, reporter: Reporter): void {
  const written = `--${flag.name}`;
  reporter.at(flag.word, {
    rule: "flag-swallows-word",
    severity: "warning",
    message: `\`${written}\` is taken by \`exec\`, not by \`${program.text}\`: write it before the program, or \`--\` before the program if it is the program's own`,
    mend: inserting(`write \`--\` before \`${program.text}\``, program.span.start, "-- ", false),
    related: [{ at: name, message: "this `exec` takes it" }],
  });
}

function reportBoth(shell: BoundArgument, program: readonly Word[], reporter: Reporter): void {
  if (shell.value === null) return;
  reporter.span(program[0]!.span.start, program.at(-1)!.span.end, {
    rule: "extra-positional",
    message: "`exec` runs the text of `--shell` and nothing else: put these words into the quotes, or remove `--shell`",
    related: [{ at: shell, message: "this is what runs" }],
  });
}
