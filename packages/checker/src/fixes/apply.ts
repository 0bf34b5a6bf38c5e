import type { Diagnostic, Fix, TextEdit } from "@lobster-lang/language";

export interface ApplyOptions {
  /** Also fixes that are only offered: the first of each finding. */
  readonly unsafe?: boolean;
}

export interface AppliedFixes {
  readonly text: string;
  /** The findings whose fix is in `text`. */
  readonly applied: readonly Diagnostic[];
}

/**
 * The text with the fixes of the findings put in, as far as they do not touch each other: of two fixes that edit the same
 * place the first counts, and the other waits for the next round. An edit that two fixes share is made once.
 */
export function applyFixes(text: string, diagnostics: readonly Diagnostic[], options: ApplyOptions = {}): AppliedFixes {
  const edits: TextEdit[] = [];
  const applied: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const fix = diagnostic.fixes.find((candidate) => candidate.safe || options.unsafe === true);
    if (fix === undefined || !fits(fix, edits, text.length)) continue;
    edits.push(...fix.edits.filter((edit) => !edits.some((other) => same(edit, other))));
    applied.push(diagnostic);
  }
  return { text: withEdits(text, edits), applied };
}

export interface FixedText extends AppliedFixes {
  /** What `find` says about the final text. */
  readonly remaining: readonly Diagnostic[];
}

/**
 * Applies fixes round by round until none is left: `find` reads and checks a text. Fixing the result again changes
 * nothing. At most `rounds` rounds, so that two rules that disagree cannot go on for ever.
 */
export function fixAll(
  text: string,
  find: (text: string) => readonly Diagnostic[],
  options: ApplyOptions & { readonly rounds?: number } = {},
): FixedText {
  const applied: Diagnostic[] = [];
  let current = text;
  let remaining = find(current);
  for (let round = 0; round < (options.rounds ?? 10); round++) {
    const next = applyFixes(current, remaining, options);
    if (next.applied.length === 0 || next.text === current) break;
    applied.push(...next.applied);
    current = next.text;
    remaining = find(current);
  }
  return { text: current, applied, remaining };
}

/** The text after non-overlapping edits; edits at one place keep their order. */
function withEdits(text: string, edits: readonly TextEdit[]): string {
  const inOrder = edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  let result = "";
  let from = 0;
  for (const edit of inOrder) {
    result += text.slice(from, edit.range.start) + edit.text;
    from = edit.range.end;
  }
  return result + text.slice(from);
}

function fits(fix: Fix, edits: readonly TextEdit[], length: number): boolean {
  if (fix.edits.length === 0) return false;
  return fix.edits.every(
    (edit) =>
      edit.range.start <= edit.range.end &&
      edit.range.end <= length &&
      edits.every((other) => same(edit, other) || apart(edit, other)),
  );
}

function same(a: TextEdit, b: TextEdit): boolean {
  return a.range.start === b.range.start && a.range.end === b.range.end && a.text === b.text;
}

/** Whether two edits leave each other alone; two insertions at one place do not: their order would be chance. */
function apart(a: TextEdit, b: TextEdit): boolean {
  if (a.range.start === b.range.start) return false;
  return a.range.end <= b.range.start || b.range.end <= a.range.start;
}
