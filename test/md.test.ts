import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { check, fixAll, type Diagnostic } from "@lobster-lang/checker";
import { readWorkflow } from "@lobster-lang/grammar";
import { blocksOf, marked, type Block } from "./md/marks.ts";

// Documents whose fenced workflows carry marker lines (`^^^ error[rule]: message`): exactly these findings, in exactly
// these words, at exactly these places. A block ```lobster fixed``` behind one is what its safe fixes make of it.
// `UPDATE=1` writes the markers anew.

const folder = new URL("md/", import.meta.url);
const documents = readdirSync(folder).filter((name) => name.endsWith(".md"));

function findings(block: Block, text: string): Diagnostic[] {
  return check(readWorkflow(text, { fileName: block.isJson ? "flow.json" : "flow.lobster" }));
}

function shown(block: Block): string {
  if (block.fixes !== null)
    return fixAll(block.fixes.text, (text) => findings(block, text)).text.replaceAll("\r\n", "\n");
  return marked(block.text, findings(block, block.text));
}

describe.each(documents)("%s", (name) => {
  const url = new URL(name, folder);
  const text = readFileSync(url, "utf8");
  const blocks = blocksOf(text);

  if (process.env["UPDATE"] === "1") {
    let updated = text;
    for (const block of blocks.toReversed()) {
      updated = updated.slice(0, block.start) + shown(block) + updated.slice(block.end);
    }
    writeFileSync(url, updated);
  }

  it.each(blocks.map((block) => [block.title, block] as const))("%s", (_title, block) => {
    expect(shown(block)).toBe(block.written);
  });
});
