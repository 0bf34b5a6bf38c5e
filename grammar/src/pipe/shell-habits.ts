import { replacing, type Reporter } from "./report.ts";
import type { Word } from "./word.ts";

const rule = "shell-in-pipeline";

/**
 * Reports what a shell would understand and a pipeline does not: `&&`, `;`, `>`, `$( … )`, `` ` `` (T166). Gives the words
 * that stand before the first operator: what follows it was meant for a shell.
 */
export function beforeShellOperators(stage: string, words: readonly Word[], reporter: Reporter): readonly Word[] {
  if (stage === "where" || stage === "template" || stage === "map") return words;
  const at = words.findIndex((word) => operatorIn(word) !== null);
  if (at === -1) return words;
  const word = words[at]!;
  const operator = operatorIn(word)!;
  const start = operator === ";" ? word.text.length - 1 : 0;
  const place = operator === ";" ? word.rangeOf(start, start + 1) : word;
  reporter.at(place, { rule, message: advice(operator, word.text) });
  return operator === ";" && word.text.length > 1 ? words.slice(0, at + 1) : words.slice(0, at);
}

/** The operator that an unquoted word is, begins or ends with. */
function operatorIn(word: Word): string | null {
  if (word.quoted) return null;
  const { text } = word;
  if (/^(?:&&|;;?|&)$/.test(text)) return text;
  const redirect = /^(?:\d?>>?&?\d?|\d?>&-|<<?<?|&>>?)/.exec(text)?.[0];
  if (redirect !== undefined && !/^<[\w$]+>/.test(text) && text !== "->") return redirect;
  return text.length > 1 && text.endsWith(";") ? ";" : null;
}

function advice(operator: string, word: string): string {
  const said = operator === ";" ? "`;`" : `\`${word}\``;
  if (operator.includes(">")) {
    return `${said}: a pipeline cannot write files: write \`exec --stdin json --shell 'cat > file'\` as a stage`;
  }
  if (operator.includes("<")) return `${said}: a pipeline cannot read files: begin with \`exec --shell 'cat file'\``;
  if (operator === "&") return "`&`: a pipeline has no background: remove it";
  return `${said}: a pipeline has one line of stages: write the commands in one \`exec --shell '…'\`, or two steps`;
}

/** Reports `$( … )`, backquotes and environment variables that no shell will expand. `shell` words are for a shell. */
export function reportExpansions(stage: string, words: readonly Word[], reporter: Reporter): void {
  const plain = words.filter((word) => !word.text.startsWith("--"));
  const script = stage === "exec" && plain.length === 1 && /\s/.test(plain[0]!.text) ? plain[0]! : null;
  let afterShellFlag = false;
  for (const word of words) {
    const forShell = afterShellFlag || word === script || word.text.startsWith("--shell=");
    afterShellFlag = stage === "exec" && (word.text === "--shell" || /^-\w*c$/.test(word.text));
    if (!forShell) reportExpansion(stage, word, reporter);
  }
}

function reportExpansion(stage: string, word: Word, reporter: Reporter): void {
  const [quote] = word.decoded.quotes;
  if (word.decoded.quotes.length !== 1 || quote === "single") return;
  const command = word.text.indexOf("$(");
  if (command !== -1) {
    const end = word.text.indexOf(")", command);
    const place = word.rangeOf(command, end === -1 ? word.text.length : end + 1);
    reporter.at(place, {
      rule,
      ...(quote === "double" ? { severity: "warning" as const } : {}),
      message:
        "`$( )` stays as it is here: a pipeline runs no commands inside words: use `exec --shell '…'`, or the output of an earlier step",
    });
    return;
  }
  if (quote !== "bare") return;
  const backquoted = /^`[^`]*`?/.exec(word.text);
  if (backquoted !== null && stage !== "template" && stage !== "map") {
    reporter.at(word.rangeOf(0, backquoted[0].length), {
      rule,
      message: "backquotes stay as they are here: a pipeline runs no commands inside words: use `exec --shell '…'`",
    });
    return;
  }
  const variable = /^\$([A-Z][A-Z0-9_]*)$/.exec(word.text);
  if (stage === "exec" && variable !== null && !variable[1]!.startsWith("LOBSTER_")) {
    reporter.at(word, {
      rule,
      severity: "warning",
      message: `\`${word.text}\` reaches the program as these letters: write the command as \`exec --shell '… "${word.text}"'\``,
    });
  }
}

/** Reports `{{x | upper}}` without quotes: its `|` ended the stage (T167). Gives how many stages belong to the text. */
export function brokenTemplate(stages: readonly (readonly Word[])[], index: number, reporter: Reporter): number {
  const opening = stages[index]!.find((word) => !word.quoted && opens(word.text));
  if (opening === undefined) return 0;
  for (let next = index + 1; next < stages.length && next <= index + 8; next++) {
    const closing = stages[next]!.find((word) => !word.quoted && word.text.includes("}}"));
    if (closing !== undefined) {
      const span = { start: opening.span.start, end: closing.span.end };
      const raw = reporter.source.text.slice(span.start, span.end);
      const mend = raw.includes("'") ? null : replacing("put the text in quotes", span, `'${raw}'`);
      const message = "the `|` inside `{{ }}` ends the stage: put the text in quotes";
      reporter.span(span.start, span.end, { rule: "template-syntax", message, mend });
      return next - index;
    }
    if (stages[next]!.some((word) => word.text.includes("{{"))) return 0;
  }
  return 0;
}

function opens(text: string): boolean {
  return text.lastIndexOf("{{") > text.lastIndexOf("}}");
}
