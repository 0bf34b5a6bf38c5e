import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rules } from "@lobster-lang/checker";
import { ruleIndex, rulePage } from "../../build/src/rule-page.mjs";

const folder = new URL("../../docs/rules/", import.meta.url);

describe("the pages of the rules", () => {
  it("are those of the table, word for word (node packages/build/src/generate-rule-pages.mjs writes them)", () => {
    const wanted = new Map(rules.map((rule) => [`${rule.id}.md`, rulePage(rule)]));
    wanted.set("README.md", ruleIndex(rules));
    const there = new Map(readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));
    expect([...there.keys()].toSorted()).toEqual([...wanted.keys()].toSorted());
    for (const [name, text] of wanted) expect(there.get(name), name).toBe(text);
  });

  it("come in alphabetical order and each id once", () => {
    const ids = rules.map((rule) => rule.id);
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });

  it("have a summary of one line and an id in kebab-case", () => {
    for (const rule of rules) {
      expect(rule.id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
      expect(rule.summary, rule.id).toMatch(/^[^\n]{5,120}$/);
    }
  });
});
