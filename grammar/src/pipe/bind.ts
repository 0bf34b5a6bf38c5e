import type { BoundArgument, CommandSignature, FlagSignature } from "@lobster-lang/language";
import { bindExec } from "./bind-exec.ts";
import { boundFlag, dashed } from "./bound.ts";
import { readFlag, reportRepeated, reportUnknownFlag, signatureOf } from "./flags.ts";
import { bindPositionals } from "./positionals.ts";
import { Reporter } from "./report.ts";
import type { Word } from "./word.ts";

/** Binds the words of a stage to the flags and positionals of its command (D26–D28). */
export function bind(
  command: CommandSignature,
  name: Word,
  words: readonly Word[],
  reporter: Reporter,
): readonly BoundArgument[] {
  if (command.positionals.some((positional) => positional.rest === "program")) {
    return bindExec(command, name, words, reporter);
  }
  const flags: BoundArgument[] = [];
  const positionals: Word[] = [];
  let ended = false;
  let meantFlag: FlagSignature | null = null;
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    const flag = ended ? null : dashed(word);
    if (flag === null) {
      positionals.push(word);
      continue;
    }
    if (word.text === "--") {
      ended = true;
      continue;
    }
    const next = words[index + 1];
    const known = flag.nameFromValue ? null : signatureOf(command, flag.name);
    if (known !== null) {
      const read = readFlag(flag, known, next, reporter);
      flags.push(read.bound);
      index += read.taken;
      continue;
    }
    if (flags.length === 0 || command.flags.length > 0) meantFlag = reportUnknownFlag(command, flag, reporter);
    const meant = meantFlag;
    const takesNext =
      flag.value === null &&
      next !== undefined &&
      !next.text.startsWith("--") &&
      (meant === null ? command.positionals.length === 0 : meant.type !== "boolean");
    if (takesNext) index++;
    flags.push(boundFlag(reporter.source, flag, null, takesNext ? next : flag.value));
  }
  reportRepeated(flags, reporter);
  // A stage without flags that was given one is misunderstood as a whole: one report is enough.
  const misread = command.flags.length === 0 && flags.length > 0;
  const rest = misread ? new Reporter(reporter.source) : reporter;
  const bound = [...flags, ...bindPositionals(command, name, positionals, flags, rest)];
  return bound.toSorted((a, b) => a.span.start - b.span.start);
}
