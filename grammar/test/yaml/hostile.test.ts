import { expect, test } from "vitest";
import { readData } from "../../src/index.ts";

const n = 30_000;

/** Files that nobody writes, and that cost more than they should where something is quadratic or recursive. */
const files: readonly (readonly [string, string])[] = [
  ["open brackets", "[".repeat(n)],
  ["open braces", "{".repeat(n)],
  ["quotes", '"'.repeat(n)],
  ["doubled quotes", `a: '${"''".repeat(n)}`],
  ["lines of one tab", "\t\n".repeat(n)],
  ["one key again and again", "a:\n".repeat(n / 5)],
  ["dashes", "- ".repeat(n)],
  ["maps inside each other", Array.from({ length: 1_000 }, (_, i) => `${" ".repeat(i)}a:\n`).join("")],
  ["a faulty value on each line", "a: b: c\n".repeat(n / 10)],
  ["the same in one piece", `"q": 1\n${"a: b: c\n".repeat(n / 10)}`],
  ["a tag on each line", "a: !x b\n".repeat(n / 10)],
  ["a step of tabbed lines", `steps:\n  - id: a\n${"\t  run: x\n".repeat(n / 5)}`],
  ["equal steps", `steps:\n${"  - id: a\n".repeat(n / 5)}`],
  ["blanks", `a:${" ".repeat(n * 4)}b\n`],
  ["empty lines in a block", `a: |\n${" \n".repeat(n)}`],
  ["escaped line ends", `a: "${"\\\n ".repeat(n / 2)}`],
  ["every character", Array.from({ length: n }, (_, i) => String.fromCharCode((i * 7919) % 127)).join("")],
  [
    "anchors, and aliases to none of them",
    `${Array.from({ length: n / 10 }, (_, i) => `k${i}: &a${i} x\n`).join("")}${Array.from({ length: n / 10 }, (_, i) => `j${i}: *b${i}\n`).join("")}`,
  ],
  [
    "aliases that grow",
    `a0: &a0 x\n${Array.from({ length: n / 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`).join("")}`,
  ],
];

test.each(files)("%s: read in a moment, as YAML and as JSON", { timeout: 120_000 }, (_name, text) => {
  const before = process.cpuUsage();
  readData(text);
  readData(text, { byStep: false });
  readData(text, { format: "json" });
  // A quadratic step shows as minutes; a busy machine does not count in processor time.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(8_000);
});
