import type { Diagnostic, Range, Severity } from "@lobster-lang/language";
import type { Colours } from "./colour.ts";
import { displayed } from "./display-width.ts";
import type { CheckedFile } from "./findings.ts";
import { lineIndexOf } from "./line-index.ts";
import type { LineIndex } from "./line-index.ts";

/** Lines longer than this are cut around the place, so that one line of a finding stays one line of a terminal. */
const longestLine = 160;

/**
 * Findings as people read them: rule and message, the place, the source line with carets under the range, related places
 * and the words of the fixes.
 */
export function renderText(files: readonly CheckedFile[], colours: Colours): string {
  return files
    .flatMap((file) => {
      const index = lineIndexOf(file.text);
      return file.diagnostics.map((one) => renderOne(one, file.path, index, colours));
    })
    .join("\n");
}

/** `2 errors and 1 warning in 3 files; 1 can be fixed by --fix`; empty when there is nothing to tell. */
export function renderSummary(files: readonly CheckedFile[], colours: Colours): string {
  const all = files.flatMap((file) => file.diagnostics);
  const errors = all.filter((one) => one.severity === "error").length;
  const warnings = all.filter((one) => one.severity === "warning").length;
  if (errors + warnings === 0) return "";
  const counts = [
    ...(errors > 0 ? [colours.red(counted(errors, "error"))] : []),
    ...(warnings > 0 ? [colours.yellow(counted(warnings, "warning"))] : []),
  ].join(" and ");
  const fixable = all.filter((one) => one.fixes.some((fix) => fix.safe)).length;
  const mend = fixable === 0 ? "" : `; \`lobster check --fix\` mends ${fixable}`;
  return `${counts} in ${counted(files.filter((file) => file.diagnostics.length > 0).length, "file")}${mend}\n`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function renderOne(diagnostic: Diagnostic, path: string, index: LineIndex, colours: Colours): string {
  const paint = colourOf(diagnostic.severity, colours);
  const places = [diagnostic.range, ...diagnostic.related.map((place) => place.range)];
  const gutter = String(Math.max(...places.map((range) => index.position(range.start).line))).length;
  const margin = " ".repeat(gutter);
  const bar = colours.blue("|");
  const head = `${paint(colours.bold(`${diagnostic.severity}[${diagnostic.rule}]`))}: ${colours.bold(diagnostic.message)}`;
  const lines = [head, ...renderPlace(diagnostic.range, path, "^", paint, gutter, index, colours)];
  for (const place of diagnostic.related) {
    lines.push(`${margin} ${bar} ${colours.blue(`${place.message}:`)}`);
    lines.push(...renderPlace(place.range, path, "-", colours.blue, gutter, index, colours));
  }
  for (const fix of diagnostic.fixes) {
    lines.push(`${margin} ${colours.blue("=")} ${colours.green(fix.safe ? "fix" : "suggestion")}: ${fix.title}`);
  }
  return `${lines.join("\n")}\n`;
}

function renderPlace(
  range: Range,
  path: string,
  mark: string,
  paint: (text: string) => string,
  gutter: number,
  index: LineIndex,
  colours: Colours,
): string[] {
  const start = index.position(range.start);
  const end = index.position(range.end);
  const whole = index.line(start.line);
  const last = end.line > start.line ? whole.length : end.column - 1;
  const cut = cutAround(whole, start.column - 1, last);
  const shown = displayed(cut.text);
  const from = shown.columnOf(start.column - 1 - cut.offset);
  const to = shown.columnOf(last - cut.offset);
  const tail = end.line > start.line ? ` … to line ${end.line}` : "";
  const bar = colours.blue("|");
  const margin = " ".repeat(gutter);
  return [
    `${margin}${colours.blue("-->")} ${path}:${start.line}:${start.column}`,
    `${margin} ${bar}`,
    `${colours.blue(String(start.line).padStart(gutter))} ${bar} ${shown.text}`,
    `${margin} ${bar} ${" ".repeat(from)}${paint(mark.repeat(Math.max(1, to - from)) + tail)}`,
  ];
}

/** The part of a long line in which the place stands. */
function cutAround(line: string, from: number, to: number): { text: string; offset: number } {
  if (line.length <= longestLine) return { text: line, offset: 0 };
  const length = Math.min(to - from, longestLine / 2);
  const room = Math.floor((longestLine - length) / 2);
  const start = Math.max(0, Math.min(from - room, line.length - longestLine));
  return { text: line.slice(start, start + longestLine), offset: start };
}

function colourOf(severity: Severity, colours: Colours): (text: string) => string {
  return severity === "error" ? colours.red : severity === "warning" ? colours.yellow : colours.blue;
}
