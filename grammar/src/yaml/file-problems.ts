import type { Problem, Range } from "@lobster-lang/language";
import { severalDocuments } from "./read-piece.ts";
import type { Span } from "./split.ts";

/** Problems that only show in the file as a whole: a second document, a step that stands left of the first. */
export function spanProblems(text: string, spans: readonly Span[]): Problem[] {
  return spans.flatMap((span) => {
    if (span.kind === "rest") return [secondDocument(text, span)];
    return span.dedent === undefined ? [] : [shallowStep(text, span, span.dedent)];
  });
}

function secondDocument(text: string, { start, end }: Span): Problem {
  const marker = /^---[^\n]*\n?/.exec(text.slice(start, end))?.[0] ?? "---";
  const range = { start, end: start + 3 };
  const isEmpty = /^(?:[ \t]*(?:#[^\n]*)?\r?\n?)*$/.test(text.slice(start + marker.length, end));
  const problem = { rule: "several-documents", range, message: severalDocuments };
  if (!isEmpty) return problem;
  const edits = [{ range: { start, end: start + marker.length }, text: "" }];
  return { ...problem, fixes: [{ title: "remove the line", safe: true, edits }] };
}

function shallowStep(text: string, { start, end }: Span, by: number): Problem {
  const dash = start + text.slice(start, end).indexOf("-");
  const edits: { range: Range; text: string }[] = [];
  for (let at = start; at < end;) {
    const found = text.indexOf("\n", at);
    const next = found < 0 ? end : found + 1;
    if (/\S/.test(text.slice(at, next))) edits.push({ range: { start: at, end: at }, text: " ".repeat(by) });
    at = next;
  }
  const message = `this \`-\` stands left of the first step's: indent the step by ${by} more ${by === 1 ? "space" : "spaces"}`;
  const fixes = [{ title: "put the step in one column with the others", safe: true, edits }];
  return { rule: "yaml-syntax", range: { start: dash, end: dash + 1 }, message, fixes };
}
