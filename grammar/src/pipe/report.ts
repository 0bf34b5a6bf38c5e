import type { Embedded, Problem, ProblemFix, Range, TextEdit, TextSource } from "@lobster-lang/language";
import { editIn } from "../text/text-source.ts";
import { tidied } from "../text/tidied.ts";

/** A change of the pipeline text, in offsets of that text. */
export interface Change {
  readonly span: Range;
  readonly text: string;
}

/** How to mend a problem; only given where it is certain what the author meant. */
export interface Mend {
  readonly title: string;
  readonly safe: boolean;
  readonly changes: readonly Change[];
}

export interface Report {
  readonly rule: string;
  readonly severity?: "error" | "warning" | "info";
  readonly message: string;
  readonly mend?: Mend | null;
  readonly related?: readonly { readonly at: Embedded; readonly message: string }[];
}

/** Collects the problems of one pipeline. */
export class Reporter {
  readonly problems: Problem[] = [];
  readonly source: TextSource;

  constructor(source: TextSource) {
    this.source = source;
  }

  /** Takes over what was found inside a word. */
  add(problems: readonly Problem[]): void {
    for (const problem of problems) this.problems.push(problem);
  }

  /** Reports at a place of the pipeline text. */
  at(place: Embedded, report: Report): void {
    this.problems.push(this.problem(place.range, report));
  }

  /** Reports at an interval of the pipeline text. */
  span(start: number, end: number, report: Report): void {
    this.problems.push(this.problem(this.source.map.toSource(start, end), report));
  }

  private problem(range: Range, report: Report): Problem {
    const fixes = report.mend === undefined || report.mend === null ? [] : this.fixes(report.mend);
    return {
      rule: report.rule,
      range,
      message: tidied(report.message),
      ...(report.severity === undefined ? {} : { severity: report.severity }),
      ...(report.related === undefined
        ? {}
        : { related: report.related.map(({ at, message }) => ({ range: at.range, message })) }),
      ...(fixes.length === 0 ? {} : { fixes }),
    };
  }

  /** The fix, if the source shows all its places as they are. */
  private fixes(mend: Mend): readonly ProblemFix[] {
    const edits: TextEdit[] = [];
    for (const change of mend.changes) {
      const edit = editIn(this.source, change.span, change.text);
      if (edit === null) return [];
      edits.push(edit);
    }
    return edits.length === 0 ? [] : [{ title: tidied(mend.title), safe: mend.safe, edits }];
  }
}

/** The mend that puts `text` at `span`. */
export function replacing(title: string, span: Range, text: string, safe = true): Mend {
  return { title, safe, changes: [{ span, text }] };
}

/** The mend that puts `text` at an offset. */
export function inserting(title: string, offset: number, text: string, safe = true): Mend {
  return replacing(title, { start: offset, end: offset }, text, safe);
}
