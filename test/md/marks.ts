import type { Diagnostic } from "@lobster-lang/checker";

/** A fenced workflow of a document. */
export interface Block {
  readonly title: string;
  /** As it stands in the document, with its markers. */
  readonly written: string;
  /** Without markers, with the line ends that the fence asks for. */
  readonly text: string;
  readonly isJson: boolean;
  /** For a block ```lobster fixed```: the block before it. */
  readonly fixes: Block | null;
  /** Offsets of `written` in the document. */
  readonly start: number;
  readonly end: number;
}

const fence = /^```lobster([^\n]*)\n([^]*?)^```$/gm;
const marker = /^[ ]*\^+(?:\.\.\.)? (?:error|warning|info)\[[a-z-]+\]: .*\n/gm;

/** Blocks of a document, named by the heading and the sentence above them. */
export function blocksOf(document: string): Block[] {
  const blocks: Block[] = [];
  for (const match of document.matchAll(fence)) {
    const [whole, words, written] = match as unknown as [string, string, string];
    const flags = words.trim().split(/\s+/);
    const start = match.index + whole.indexOf("\n") + 1;
    const plain = written.replace(marker, "");
    const text = flags.includes("crlf") ? plain.replaceAll("\n", "\r\n") : plain;
    const fixes = flags.includes("fixed") ? (blocks.at(-1) ?? null) : null;
    const title = `${headingAbove(document, match.index)} (line ${document.slice(0, start).split("\n").length})`;
    const isJson = flags.includes("json");
    blocks.push({ title, written, text, isJson, fixes, start, end: start + written.length });
  }
  return blocks;
}

function headingAbove(document: string, offset: number): string {
  const before = document.slice(0, offset).split("\n");
  return before.findLast((line) => line.startsWith("#"))?.replace(/^#+ /, "") ?? "";
}

/**
 * The text with a marker line under each line on which a finding starts. Columns are UTF-16; a range that goes on in the
 * next line ends in `...`, an empty one has one caret.
 */
export function marked(text: string, diagnostics: readonly Diagnostic[]): string {
  let result = "";
  let offset = 0;
  for (const line of text.split("\n")) {
    const end = offset + line.length;
    const content = line.replace(/\r$/, "");
    const isLast = end >= text.length;
    result += isLast ? content : `${content}\n`;
    for (const { rule, severity, message, range } of diagnostics) {
      if (range.start < offset || range.start > end) continue;
      if (isLast && content === "" && range.start < text.length) continue;
      const goesOn = range.end > offset + content.length;
      const stop = goesOn ? offset + content.length : range.end;
      const carets = "^".repeat(Math.max(1, stop - range.start));
      result += `${" ".repeat(range.start - offset)}${carets}${goesOn ? "..." : ""} ${severity}[${rule}]: ${message}\n`;
    }
    offset = end + 1;
  }
  return result;
}
