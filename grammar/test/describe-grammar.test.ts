import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeGrammar } from "@lobster-lang/grammar";

const root = join(import.meta.dirname, "..", "..");

test("the grammar of conditions is the documented one", () => {
  const condition = describeGrammar().find(({ name }) => name === "condition")!;
  expect(condition.rules.map(({ name, ebnf }) => `${name} = ${ebnf}`)).toEqual([
    "condition = disjunction",
    'disjunction = conjunction { "||" conjunction }',
    'conjunction = comparison { "&&" comparison }',
    "comparison = unary [ comparator value ]",
    'unary = { "!" } primary',
    'value = { "!" } ( primary | word )',
    'primary = "(" disjunction ")" | reference | argument | text | number | "true" | "false" | "null"',
  ]);
});

test("every token in a rule has a spelling or is one that nobody writes", () => {
  for (const { rules, tokens } of describeGrammar()) {
    const known = new Set([...tokens.map(({ ebnf }) => ebnf), ...rules.map(({ name }) => name)]);
    const used = rules.flatMap(({ ebnf }) => ebnf.match(/"[^"]*"|[\w-]+/g) ?? []);
    expect(used.filter((word) => !known.has(word))).toEqual([]);
  }
});

test("the grammar pages are what the parsers say (node packages/build/src/generate-grammar-pages.mjs)", () => {
  const script = join(root, "packages", "build", "src", "generate-grammar-pages.mjs");
  expect(() => execFileSync(process.execPath, [script, "--check"], { stdio: "pipe" })).not.toThrow();
});

test("diagrams stand alone and escape what XML would read", () => {
  const folder = join(root, "packages", "docs", "grammar");
  const diagrams = readdirSync(folder).filter((name) => name.endsWith(".svg"));
  expect(diagrams).not.toEqual([]);
  for (const name of diagrams) {
    const svg = readFileSync(join(folder, name), "utf8");
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg.replace(/&(?:amp|lt|gt|quot|#\d+);/g, "")).not.toContain("&");
  }
});
