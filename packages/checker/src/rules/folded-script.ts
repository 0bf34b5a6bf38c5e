import type { Fix, Range, ScalarNode, ShellAnalysis, StepNode } from "@lobster-lang/language";
import { shellTextsOf } from "../facts/shell.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const foldedScript: Rule = {
  id: "folded-script",
  severity: "error",
  summary: "A script that needs its lines stands in a folded text (`>`), which joins them.",
  explanation: `\`>\` joins the lines of a text with blanks. A comment then swallows the rest of the script, a here-document never ends, a backslash
at a line's end protects a blank, and two commands become one. \`|\` keeps the lines.`,
  wrong: `steps:
  - id: doc
    run: >
      cat <<T
      one
      T
`,
  right: `steps:
  - id: doc
    run: |
      cat <<T
      one
      T
`,
  fix: "safe",
  looksAt: ["shell"],
  step: (step, { model, report }) => look(step, model).forEach(report),
};

function look(step: StepNode, model: Model): Finding[] {
  return shellTextsOf(model, step).flatMap((analysis) => {
    const { scalar } = analysis.text.source;
    if (scalar?.style !== "folded") return [];
    const found = faultIn(analysis, scalar, model.tree.text);
    return found === null ? [] : [{ ...found, fixes: [keepLines(scalar, found.severity !== "warning")] }];
  });
}

function faultIn(analysis: ShellAnalysis, scalar: ScalarNode, file: string): Finding | null {
  const openDocument = analysis.hereDocuments.find((it) => !it.closed);
  if (openDocument !== undefined) {
    return {
      range: openDocument.range,
      message: "this here-document never ends, because `>` joins the lines: write `|` instead of `>`",
    };
  }
  const comment = analysis.comments.find(({ range }) => file.slice(range.start, range.end).includes("\n"));
  if (comment !== undefined) {
    return {
      range: firstLine(comment.range, file),
      message: "this comment swallows the lines behind it, because `>` joins them: write `|` instead of `>`",
    };
  }
  const backslash = continuationIn(analysis, file);
  if (backslash !== null) {
    return {
      range: backslash,
      message: "this backslash does not continue the line, because `>` has joined it already: write `|` instead of `>`",
    };
  }
  const second = secondCommand(scalar, file);
  if (second === null) return null;
  return {
    range: second,
    severity: "warning",
    message: "this line looks like a command of its own, but `>` joins it to the line before: write `|` instead of `>`",
  };
}

function firstLine(range: Range, file: string): Range {
  const newline = file.indexOf("\n", range.start);
  return { start: range.start, end: newline === -1 ? range.end : Math.min(newline, range.end) };
}

/** A backslash before a blank that is a line's end in the file. */
function continuationIn({ text: { source } }: ShellAnalysis, file: string): Range | null {
  for (const { index } of source.text.matchAll(/\\ /g)) {
    const range = source.map.toSource(index, index + 1);
    if (/^\\\r?\n/.test(file.slice(range.start, range.start + 3))) return range;
  }
  return null;
}

const continues = /(?:[|&;\\({,]|\b(?:do|then|else|in))\s*$/;
const startsCommand = /^\s*(?:(?:cd|echo|export|set|mkdir|rm|cp|mv|exit|source|if|for|while|printf)\s|[A-Z_]+=)/;

/** A line that starts like a command, after one that is complete and leaves no quote open. */
function secondCommand(scalar: ScalarNode, file: string): Range | null {
  const lines = file.slice(scalar.range.start, scalar.range.end).split("\n");
  let at = scalar.range.start + lines[0]!.length + 1;
  let before = "";
  for (const line of lines.slice(1)) {
    const isQuoted = before.split('"').length % 2 === 0 || before.split("'").length % 2 === 0;
    const isComplete = startsCommand.test(before) && !continues.test(before) && !isQuoted;
    const indent = /^ */.exec(line)![0].length;
    if (isComplete && startsCommand.test(line) && indent === /^ */.exec(before)![0].length)
      return { start: at + indent, end: at + line.trimEnd().length };
    before = line;
    at += line.length + 1;
  }
  return null;
}

function keepLines(scalar: ScalarNode, safe: boolean): Fix {
  return {
    title: "write `|` instead of `>`",
    safe,
    edits: [{ range: { start: scalar.range.start, end: scalar.range.start + 1 }, text: "|" }],
  };
}
