import type { Embedded, Problem, TextEdit } from "@lobster-lang/language";
import { tidied } from "../text/tidied.ts";

/** A text with a template in it, as far as the checks need it: a word of a pipeline. */
export interface TemplateText {
  readonly text: string;
  rangeOf(start: number, end: number): Embedded;
  /** The edit that puts `text` at an interval of the template, or null where there is no certain one. */
  edit(start: number, end: number, text: string): TextEdit | null;
}

/** Collects the problems of one template. */
export class TemplateFaults {
  readonly problems: Problem[] = [];
  readonly template: TemplateText;

  constructor(template: TemplateText) {
    this.template = template;
  }

  /** Reports at an interval of the template, with changes that mend it. */
  report(
    rule: string,
    start: number,
    end: number,
    message: string,
    more: {
      readonly warning?: boolean;
      readonly title?: string;
      readonly safe?: boolean;
      readonly changes?: readonly (readonly [start: number, end: number, text: string])[];
    } = {},
  ): void {
    const edits = (more.changes ?? []).map(([from, until, text]) => this.template.edit(from, until, text));
    const certain = edits.filter((edit) => edit !== null);
    const fixes =
      certain.length > 0 && certain.length === edits.length
        ? [{ title: tidied(more.title ?? "mend it"), safe: more.safe ?? true, edits: certain }]
        : null;
    this.problems.push({
      rule,
      range: this.template.rangeOf(start, end).range,
      message: tidied(message),
      ...(more.warning === true ? { severity: "warning" as const } : {}),
      ...(fixes === null ? {} : { fixes }),
    });
  }
}
