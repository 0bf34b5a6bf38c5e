import { describe, expect, test } from "vitest";
import { readData } from "../../src/index.ts";
import { scalarAt, shown } from "./shown.ts";

describe("every character of a decoded text leads to its source, in every style", () => {
  test.each([
    ["plain", "run: echo $a.json.b | sort # note", "$a.json.b", "$a.json.b"],
    ["plain over lines", "run: echo\n  $a.json.b\n  sort", "$a.json.b sort", "$a.json.b\n  sort"],
    ["single-quoted", "run: 'it''s $a.json.b'", "it's $a", "it''s $a"],
    ["double-quoted", 'run: "\\t\\x41 $a.json.b \\u00e9 $c"', "$c", "$c"],
    ["an escape", 'run: "\\t\\x41 $a.json.b \\u00e9 $c"', "é", "\\u00e9"],
    ["double-quoted over lines", 'run: "one\\\n   two\n\n  $a.json.b"', "two\n$a.json.b", "two\n\n  $a.json.b"],
    ["literal", "run: |\n  one\n    two $a.json.b\n  three\n", "$a.json.b\nthree", "$a.json.b\n  three"],
    [
      "literal with an indicator and CRLF",
      "run: |2-\r\n   one\r\n  $a.json.b\r\n",
      " one\n$a.json.b",
      " one\r\n  $a.json.b",
    ],
    ["folded", "run: >-\n  one\n  $a.json.b\n\n  two\n", "one $a.json.b\ntwo", "one\n  $a.json.b\n\n  two"],
    ["emoji", "run: '🦞 👩‍💻 $a.json.b'", "👩‍💻 $a.json.b", "👩‍💻 $a.json.b"],
  ])("%s", (_style, text, part, source) => {
    const { map, text: decoded } = scalarAt(readData(text).root, "run");
    const start = decoded.indexOf(part);
    const range = map.toSource(start, start + part.length);
    expect(shown(text, range)).toBe(source);
    expect(map.toText(range.start)).toBe(start);
  });

  test("both ways are total and never leave the scalar", () => {
    const text = "a: 1\nrun: |\n  x\nb: 2\n";
    const { map, range } = scalarAt(readData(text).root, "run");
    for (const [start, end] of [
      [-5, 99],
      [1, 0],
      [99, 99],
    ] as const) {
      const { start: from, end: to } = map.toSource(start, end);
      expect(range.start <= from && from <= to && to <= range.end).toBe(true);
    }
    expect([map.toText(0), map.toText(text.length)]).toEqual([0, 2]);
  });

  test("an empty text has a place: inside its quotes, or where its value would stand", () => {
    const text = "a: ''\nb: \"\"\nc: |\nd:\n";
    const { root } = readData(text);
    expect(["a", "b", "c", "d"].map((key) => scalarAt(root, key).map.toSource(0, 0).start)).toEqual([4, 10, 17, 19]);
  });
});

function spell(source: string, part: string, insertion: string): string | null {
  const { root } = readData(`run: ${source}`);
  const { map, text } = source.startsWith("[") ? scalarAt(root, "run", 0) : scalarAt(root, "run");
  const start = text.indexOf(part);
  return map.encode(insertion, start, start + part.length);
}

describe("an edit is spelled as the style of its scalar asks", () => {
  test.each([
    ['"say x"', "x", 'a "b" \\ \n', 'a \\"b\\" \\\\ \\n'],
    ["'say x'", "x", "it's", "it''s"],
    ["'say x'", "x", "two\nlines", null],
    ["say x", "x", "it's # fine", null],
    ["say x", "x", "a: b", null],
    ["say x", "x", '"${y}"', '"${y}"'],
    ["say x", "say", "[say", null],
    ["say x", "say", "- say", null],
    ["x", "x", "true", null],
    ["12", "12", "13", "13"],
    ["[say x]", "x", "a,b", null],
    ["|\n    say x\n    end\n", "x", "a\nb", "a\n    b"],
    ["|\n    say x\n    end\n", "say", " say", null],
    [">\n    say x\n    end\n", "x", "a\nb", null],
  ])("%j: %j becomes %j", (source, part, insertion, spelled) => {
    expect(spell(source, part, insertion)).toBe(spelled);
  });

  test("what does not stand in the source character for character is not edited in place", () => {
    expect(spell('"a\\tb"', "a\tb", "x")).toBeNull();
    const { map, text } = scalarAt(readData("run: |\n  a\n  b\n").root, "run");
    expect([map.isVerbatim(0, 1), map.isVerbatim(0, 3), map.isVerbatim(text.length, text.length)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
