import type { Problem, ProblemFix, Range, TextSource } from "@lobster-lang/language";
import { editIn } from "../text/text-source.ts";
import { tidied } from "../text/tidied.ts";

/** A way out: the words of the fix and the text to put in place of `span` (the finding's own span by default). */
export interface WayOut {
  readonly title: string;
  readonly text: string;
  readonly safe: boolean;
  readonly span?: Range;
}

/** The problem of rule `bad-condition` at a place of the condition. */
export function finding(source: TextSource, span: Range, message: string, out?: WayOut | null): Problem {
  const problem: Problem = {
    rule: "bad-condition",
    range: source.map.toSource(span.start, span.end),
    message: tidied(message),
  };
  if (out === undefined || out === null) return problem;
  const edit = editIn(source, out.span ?? span, out.text);
  if (edit === null) return problem;
  const fix: ProblemFix = { title: tidied(out.title), safe: out.safe, edits: [edit] };
  return { ...problem, fixes: [fix] };
}

/** A way out that writes `text` instead. */
export function writeInstead(text: string, safe = true, span?: Range): WayOut {
  return { title: `write \`${text}\``, text, safe, ...(span === undefined ? {} : { span }) };
}
