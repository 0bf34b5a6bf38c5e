import type { Json } from "@lobster-lang/plan";
import { isMap } from "./arguments.ts";
import type { Command } from "./command.ts";

/** `table`: ends the pipeline; columns where all items are maps, else a line for each item. */
export const table: Command = { kind: "rendered", name: "table", render: renderTable };

/** Columns are the keys of the first 20 items; each at least three wide, two blanks between. */
function renderTable(items: readonly Json[]): string {
  if (items.length === 0) return "(no results)\n";
  if (!items.every(isMap)) return items.map((item) => `${lineOf(item)}\n`).join("");
  const columns = [...new Set(items.slice(0, 20).flatMap((item) => Object.keys(item)))];
  const rows = items.map((item) => columns.map((column) => cellOf(Object.hasOwn(item, column) ? item[column] : null)));
  const widths = columns.map((column, index) => widest(column, rows, index));
  const line = (cells: readonly string[]) =>
    `${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  ")}\n`;
  return [line(columns), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("");
}

// A loop: `Math.max(...lengths)` of 120,000 rows overflows the stack (W36).
function widest(column: string, rows: readonly (readonly string[])[], index: number): number {
  let width = Math.max(3, column.length);
  for (const row of rows) width = Math.max(width, row[index]?.length ?? 0);
  return width;
}

function cellOf(value: Json | undefined): string {
  return lineOf(value ?? null).replaceAll("\n", " ");
}

function lineOf(value: Json): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
