import { expect, test } from "vitest";
import { conditionByGrammar, conditionOf } from "../../src/condition/condition-of.ts";
import { simpleCondition } from "../../src/condition/simple.ts";
import { wholeText } from "../../src/text/text-source.ts";

test.each([
  "$a.json",
  " $a.json.b[0]['c d'] ",
  "${x} == 'y'",
  '$a.json.n >= -1.50 && $b.approved && $c.stdout != ""',
  "$a.skipped||$b.skipped == true\n|| $c.json.x == null",
])("a usual condition needs no grammar: %j", (text) => {
  const simple = simpleCondition(wholeText(text));
  expect(simple).not.toBeNull();
  expect(JSON.stringify(simple)).toBe(JSON.stringify(conditionByGrammar(wholeText(text)).expression));
});

test.each([
  "!$a.json",
  "$a.json == b",
  "($a.json)",
  "$a.json === 1",
  "$a.json && $b.json || $c.json",
  "$a",
  "1 == 1",
  "",
])("other conditions are left to it: %j", (text) => {
  expect(simpleCondition(wholeText(text))).toBeNull();
});

test("of random conditions, what is read without the grammar reads as with it, and has no fault", () => {
  let state = 3;
  const next = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  let read = 0;
  for (let i = 0; i < 30_000; i++) {
    let text = "";
    for (let parts = 1 + Math.floor(next() * 7); parts > 0; parts--) {
      const pool = pools[next() < 0.75 ? parts % 2 : 2]!;
      text += pool[Math.floor(next() * pool.length)]! + (next() < 0.6 ? " " : "");
    }
    const source = wholeText(text);
    if (simpleCondition(source) === null) continue;
    read++;
    const slow = conditionByGrammar(source);
    expect(slow.problems, JSON.stringify(text)).toEqual([]);
    expect(JSON.stringify(conditionOf(source)), JSON.stringify(text)).toBe(JSON.stringify(slow));
  }
  expect(read).toBeGreaterThan(1_500);
});

const pools = [
  ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "&&"],
  ["$a.json", "$b-c.stdout", "${x}", "true", "false", "null", "1", "-2.5", "'t'", '"u v"', "$a.json.b", "$d.json[0]"],
  [
    "!",
    "(",
    ")",
    "word",
    "v1.2",
    "$a",
    "=",
    "===",
    "=~",
    "<>",
    "=>",
    "\n",
    "$a.json['k']",
    "-",
    ".",
    "and",
    '"\\n"',
    "$",
  ],
] as const;
