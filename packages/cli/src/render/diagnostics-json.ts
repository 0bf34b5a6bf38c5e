import type { Diagnostic, Range } from "@lobster-lang/language";
import type { CheckedFile } from "./findings.ts";
import { lineIndexOf } from "./line-index.ts";
import type { LineIndex, Position } from "./line-index.ts";

/** The findings as JSON, version 1: lines and columns from 1, columns and offsets in UTF-16 units, ends exclusive. */
export function renderJson(files: readonly CheckedFile[]): string {
  return `${JSON.stringify({ version: 1, files: files.map(fileAsJson) }, null, 2)}\n`;
}

function fileAsJson(file: CheckedFile) {
  const index = lineIndexOf(file.text);
  return { path: file.path, diagnostics: file.diagnostics.map((one) => diagnosticAsJson(one, index)) };
}

/** One finding with places in lines and columns. */
export function diagnosticAsJson(diagnostic: Diagnostic, index: LineIndex) {
  return {
    rule: diagnostic.rule,
    severity: diagnostic.severity,
    message: diagnostic.message,
    range: placed(diagnostic.range, index),
    related: diagnostic.related.map((place) => ({ message: place.message, range: placed(place.range, index) })),
    fixes: diagnostic.fixes.map((fix) => ({
      title: fix.title,
      safe: fix.safe,
      edits: fix.edits.map((edit) => ({ range: placed(edit.range, index), text: edit.text })),
    })),
  };
}

function placed(range: Range, index: LineIndex): { start: Position; end: Position } {
  return { start: index.position(range.start), end: index.position(range.end) };
}
