import { readFileSync } from "node:fs";

/** A public report (test/conformance/cases/reports.jsonl). */
export interface ReportRow {
  readonly id: string;
  readonly area: string;
  readonly symptom: string;
  readonly input: string;
  readonly right: string;
}

const file = new URL("../conformance/cases/reports.jsonl", import.meta.url);

export const rows: ReadonlyMap<string, ReportRow> = new Map(
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ReportRow)
    .map((row) => [row.id, row]),
);

/** Rows whose subject comes with a later issue, or is not a matter of a file's text; with the reason. */
export const later: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL("later.json", import.meta.url), "utf8"),
) as Record<string, string>;

/** Rows whose test stands in another file, which names the row. */
export const elsewhere: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL("elsewhere.json", import.meta.url), "utf8"),
) as Record<string, string>;

/** The row's input as a file, with its escapes expanded where the row is about such characters. */
export function inputOf(id: string): string {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`no report ${id}`);
  if (!/crlf|tabs/.test(row.area)) return row.input;
  return row.input.replaceAll("\\r", "\r").replaceAll("\\n", "\n").replaceAll("\\t", "\t");
}

/** The arguments of a first line `# --args-json '{…}'`. */
export function argsOf(id: string): Record<string, unknown> {
  const line = /^# --args-json '(.*)'$/m.exec(inputOf(id));
  return line === null ? {} : (JSON.parse(line[1]!) as Record<string, unknown>);
}

/** A test's name: the report's id and what its author saw. */
export function storyOf(id: string): string {
  return `${id}: ${rows.get(id)?.symptom.replace(/ \[2026.*$/, "") ?? ""}`;
}
