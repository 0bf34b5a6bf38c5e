import { describe, expect, it } from "vitest";
import { fixAll, rules } from "@lobster-lang/checker";
import { checkExample } from "./checking.ts";

const asked = {
  rules: Object.fromEntries(rules.filter((rule) => rule.onRequest).map((rule) => [rule.id, rule.severity])),
};

describe.each(rules)("the examples of $id", (rule) => {
  const options = rule.onRequest === true ? asked : {};
  const isOfAnotherLanguage = rule.id === "not-lobster";

  it("shows the fault in the wrong one, at the rule's own severity", () => {
    const own = checkExample(rule, rule.wrong, options).filter((diagnostic) => diagnostic.rule === rule.id);
    expect(own).not.toEqual([]);
    if (!isOfAnotherLanguage) expect(own[0]!.severity).toBe(rule.severity);
  });

  it("shows nothing in the right one", () => {
    expect(checkExample(rule, rule.right, options)).toEqual([]);
  });

  it("says what is wrong in one line, without a capital and without a full stop", () => {
    for (const { message, range } of checkExample(rule, rule.wrong, options)) {
      expect(message).toMatch(/^[^A-Z\n][^\n]*[^.\n]$/);
      expect(range.start).toBeLessThanOrEqual(range.end);
      expect(range.end).toBeLessThanOrEqual(rule.wrong.length);
    }
  });

  it("keeps what it says about its fix", () => {
    const own = checkExample(rule, rule.wrong, options).filter((diagnostic) => diagnostic.rule === rule.id);
    const fixes = own.flatMap((diagnostic) => diagnostic.fixes);
    if (typeof rule.fix !== "string") return expect(fixes).toEqual([]);
    expect(fixes).not.toEqual([]);
    if (rule.fix === "offered") return expect(fixes.filter((fix) => fix.safe)).toEqual([]);
    const fixed = fixAll(rule.wrong, (text) => checkExample(rule, text, options));
    expect(fixed.remaining.filter((diagnostic) => diagnostic.rule === rule.id)).toEqual([]);
    expect(fixAll(fixed.text, (text) => checkExample(rule, text, options)).text).toBe(fixed.text);
  });
});
