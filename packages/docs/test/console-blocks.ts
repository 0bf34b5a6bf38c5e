import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A fenced block of a page: `yaml NAME` is a file that the page brings, `console` a session. */
export interface Block {
  readonly language: string;
  readonly name: string | null;
  readonly text: string;
  /** Line of the page on which the block's text starts. */
  readonly line: number;
}

export interface Exchange {
  readonly command: string;
  /** What the page says that comes out, standard error included; `…` stands for anything. */
  readonly expected: string;
  readonly line: number;
}

/** The fenced blocks of a Markdown page, in order. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)(?: +(\S+))?\n([^]*?)^```$/gm)].map((match) => ({
    language: match[1]!,
    name: match[2] ?? null,
    text: match[3]!,
    line: markdown.slice(0, match.index).split("\n").length + 1,
  }));
}

/** The commands of a `console` block with the output that is written under each. */
export function exchangesOf(block: Block): Exchange[] {
  const exchanges: { command: string; expected: string; line: number }[] = [];
  block.text.split("\n").forEach((line, i) => {
    if (line.startsWith("$ ")) exchanges.push({ command: line.slice(2), expected: "", line: block.line + i });
    else if (exchanges.length > 0 && (line !== "" || i < block.text.split("\n").length - 1)) {
      exchanges.at(-1)!.expected += `${line}\n`;
    }
  });
  return exchanges;
}

/** Whether `actual` is what is written: `…` in a line stands for any text, a line of `…` alone for any lines. */
export function agrees(actual: string, expected: string): boolean {
  const pattern = expected
    .split("\n")
    .map((line) => (line === "…" ? "(?:[^\\n]*\\n)*?" : `${line.split("…").map(escaped).join("[^\\n]*")}\\n`))
    .join("")
    .replace(/\\n$/, "");
  return new RegExp(`^${pattern}$`).test(actual);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** Writes the files that a page brings. */
export function writeFiles(blocks: readonly Block[], folder: string): void {
  for (const block of blocks) {
    if (block.name === null || block.name.includes(":")) continue;
    mkdirSync(dirname(join(folder, block.name)), { recursive: true });
    writeFileSync(join(folder, block.name), block.text);
  }
}
