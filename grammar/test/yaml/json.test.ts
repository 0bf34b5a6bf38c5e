import { plainValue } from "@lobster-lang/language";
import { describe, expect, test } from "vitest";
import { readData } from "../../src/index.ts";
import { fixed, scalarAt, shown } from "./shown.ts";

describe("a .json file is strict JSON, read into the same nodes", () => {
  test("good JSON, with tabs, escapes and every kind of value", () => {
    const text =
      '{\n\t"steps": [{"id": "a", "run": "echo \\"\\u00e9\\/\\n\\"", "n": [1, -0.5e+3, true, false, null, {}, []]}]\n}\n';
    const { root, problems } = readData(text, { format: "json" });
    expect(problems).toEqual([]);
    expect(plainValue(root)).toEqual(JSON.parse(text));
    const { map, text: run } = scalarAt(root, "steps", 0, "run");
    expect(shown(text, map.toSource(run.indexOf("é"), run.indexOf("é") + 1))).toBe("\\u00e9");
  });

  test.each([
    ['{"a": 1, // why\n"b": 2}', "// why", null],
    ['{"a": 1 # why\n}', "# why", "JSON has no comments: remove this, or name the file `.lobster`"],
    ['{"a": [1, 2,]}', ",", "JSON has no comma behind the last item: remove it"],
    ['{"a": 1,}', ",", "JSON has no comma behind the last item: remove it"],
    ["{'a': 1}", "'a'", 'a JSON key stands in double quotes: write `"a"`'],
    ["{\"a\": 'b'}", "'b'", 'JSON text stands in double quotes: write `"b"`'],
    ["{a: 1}", "a", 'a JSON key stands in double quotes: write `"a"`'],
    ['{"a": yes}', "yes", 'JSON text stands in double quotes: write `"yes"`'],
    ['{"a": 01}', "01", 'what is no JSON number stands in double quotes: write `"01"`'],
    [
      '{"a": 1, "a": 2}',
      '"a"',
      "`a` is written twice in this map, and only one of them can count: remove or rename one",
    ],
    [
      '{"a": "x\ty"}',
      "\t",
      "a line end, tab or control character cannot stand in JSON text: write `\\n`, `\\t` or `\\u…`",
    ],
    ['{"a": "\\x41"}', "\\x", "`\\x` is no JSON escape: write `\\\\` for a backslash"],
    ['{"a"}', '"a"', 'a value is missing here: write `"key": value`'],
    ['{"a":}', ":", 'a value is missing here: write `"key": value`'],
    [
      "a: 1\n",
      "a",
      "this is YAML, and a `.json` file has to be JSON: write it with `{ }`, `[ ]` and double quotes, or name the file `.lobster`",
    ],
    ['{"a": *x}', "*x", null],
    ['{"a": [1, 2}', "[", null],
    ["", "", "the file is empty: a JSON file holds one value"],
  ])("%j is refused", (text, place, message) => {
    const { problems } = readData(text, { format: "json" });
    expect(problems.map((problem) => shown(text, problem.range))).toContain(place);
    if (message !== null) expect(problems.map((problem) => problem.message)).toEqual([message]);
  });

  test("fixes lead to JSON", () => {
    for (const text of ["{a: 1}", '{"a": [1,]}', '{"a": \'it"s\'}', '{"a": yes}']) {
      const mended = fixed(text, readData(text, { format: "json" }).problems[0]);
      expect(() => JSON.parse(mended) as unknown, mended).not.toThrow();
    }
  });
});

test("whatever JSON.stringify writes is read without complaint, and as the same value", () => {
  const values: unknown[] = [
    "x\u2028// y",
    '\u2028 \u007f \u0000 "\\',
    1e300,
    -0,
    [[], {}],
    { "": { "a b": [null] }, "\n": "\t" },
    "🦞",
    true,
    { __proto__x: 1 },
  ];
  for (const value of values) {
    for (const indent of [0, 2, "\t"]) {
      const text = JSON.stringify(value, null, indent);
      const { root, problems } = readData(text, { format: "json" });
      expect(problems, text).toEqual([]);
      expect(JSON.stringify(plainValue(root))).toBe(JSON.stringify(value));
    }
  }
});

test("a line of two slashes is one finding, and what follows is read", () => {
  const { root, problems } = readData('// "note": x\n{\n  // more\n  "a": "x\u2028// y"\n}\n', { format: "json" });
  expect(problems.map(({ message }) => message.split(":")[0])).toEqual([
    "JSON has no comments",
    "JSON has no comments",
  ]);
  expect(plainValue(root)).toEqual({ a: "x\u2028// y" });
});
