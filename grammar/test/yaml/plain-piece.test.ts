import type { DataNode, Range } from "@lobster-lang/language";
import { expect, test } from "vitest";
import type { PieceKind, StoredPiece } from "../../src/yaml/piece.ts";
import { PieceText } from "../../src/yaml/piece-text.ts";
import { readPlainPiece } from "../../src/yaml/plain-piece.ts";
import { readPiece, readYamlPiece } from "../../src/yaml/read-piece.ts";

const long = process.env["LOBSTER_LONG"] === "1";

test.each([
  ["key", "name: a b # c\n"],
  ["key", "env:\n  A: 'it''s'\n\n  # two\n  B: \"x\\ny\"\n  C:\n"],
  ["item", "  - id: a\n    run: |\n      echo 1\n\n        two\n    env:\n      N: 0x1F\n"],
  ["item", "- - a\n"],
  ["item", "- id: a\n  run: >-\n    one\n    two\n  when: $a.json.b == 'x'\n  list:\n  - 1\n  - k: v\n    w: ~\n"],
  ["item", "- id: *a\n  list:\n    - *b # c\n"],
  ["steps", "steps: # all\n"],
  ["head", "# one\n\n  # two\n"],
] as const)("a %s that lines alone can tell reads as YAML reads it: %j", (kind, text) => {
  const plain = readPlainPiece(kind, new PieceText(text), 100);
  if (!text.startsWith("- -")) expect(plain).not.toBeNull();
  expect(shown(readPiece(kind, text, 100))).toBe(shown(readYamlPiece(kind, text, 100)));
});

test.each([
  "a: b: c\n",
  "a: [1]\n",
  "a: &x y\n",
  "a: !t y\n",
  'a: "x\n',
  "a: x\n  y\n",
  "a: |\n   x\n  y\n",
  "a: |+\n  x\n\n",
  "a: 'x' y\n",
  "a: 1\na: 2\n",
  "a:\n  b: 1\n c: 2\n",
  "a:\tb\n",
  "a: b\r\n",
  "? a\n: b\n",
  "a\n",
  "a: - b\n",
  "<<: *x\n",
  "a: |\n  # x\n # y\n",
])("leaves to YAML what could be more or a fault: %j", (text) => {
  expect(readPlainPiece("key", new PieceText(text), 100)).toBeNull();
});

test("of random lines, what is read by lines has no fault and reads as YAML reads it", { timeout: 600_000 }, () => {
  const random = numbers(5);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  let read = 0;
  for (let i = 0; i < (long ? 600_000 : 20_000); i++) {
    const kind = pick<PieceKind>(["item", "item", "key", "steps", "head"]);
    let text = "";
    for (let lines = 1 + Math.floor(random() * 6); lines > 0; lines--) {
      const indent = " ".repeat(pick([0, 0, 2, 2, 2, 3, 4, 4, 6]));
      text += indent + pick(kind === "head" && random() < 0.7 ? ["# a", "", "  "] : starts);
      if (random() < 0.8) text += pick(values);
      if (random() < 0.15) text += pick(tails);
      text += "\n";
    }
    if (random() < 0.2) text = text.trimEnd();
    const piece = new PieceText(text);
    const plain = readPlainPiece(kind, piece, 3);
    if (plain === null) continue;
    read++;
    const slow = readYamlPiece(kind, text, 3);
    expect(slow.problems, JSON.stringify(text)).toEqual([]);
    expect(shown(readPiece(kind, text, 3)), JSON.stringify(text)).toBe(shown(slow));
  }
  expect(read).toBeGreaterThan(long ? 45_000 : 1_500);
});

const starts = [
  "a:",
  "a:",
  "b:",
  "c:",
  "d:",
  "e:",
  "- ",
  "- ",
  "-",
  "- a: x\n    b:",
  "null:",
  "x y:",
  "# c",
  "",
  "text",
];
const values = [
  " x",
  " |",
  " |",
  " >",
  " |-",
  " >-",
  " | # c",
  " 'q'",
  " 'a''b'",
  ' "q"',
  ' "a\\"b"',
  ' "\\x41"',
  " true",
  " True",
  " ~",
  " null",
  " 1.50",
  " -3",
  " +.5",
  " 0o17",
  " .inf",
  " .NaN",
  " nan",
  " 2020-01-01",
  " $a.json",
  " ${x}",
  " /p/q",
  " a: b",
  " a:",
  " a:b",
  " -x",
  " - x",
  " : x",
  " [a]",
  " {a: b}",
  " #c",
  " x # c",
  " x #",
  " x#y",
  " 'q' # c",
  " 'q'#c",
  "  ",
  " é",
  " \u00a0x",
  " \ufeffx",
  " x\ty",
  "\tx",
  " \u2028",
  " x\u2028y",
  " %x",
  " @x",
  " `x`",
  " &a x",
  " *a",
  " *a-b",
  " *a b",
  " *a # c",
  " *a:",
  " *é",
  " !t",
  " ? x",
  " ...",
  " ---",
  " \\",
  " =",
  " <<",
  "",
];
const tails = [" ", "  ", " # t", "#", ":", " :", "\n", "\n\n", "\n     ", "\n   y", "\t", "\r", "'", '"', " |"];

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function at({ start, end }: Range): string {
  return `${start}-${end}`;
}

/** All that can be read from a piece, places included. */
function shown(piece: StoredPiece): string {
  const node = (it: DataNode | null): unknown => {
    if (it === null) return null;
    if (it.kind === "alias") return [`*${it.name}`, at(it.range)];
    if (it.kind === "list") return { list: at(it.range), flow: it.flow, items: it.items.map(node) };
    if (it.kind === "map") {
      const entries = it.entries.map(({ range, key, value }) => [at(range), node(key), node(value)]);
      return { map: at(it.range), flow: it.flow, entries };
    }
    const places = [...it.text].map((_, index) => at(it.map.toSource(index, index + 1)));
    return [it.style, at(it.range), it.text, typeof it.value, String(it.value), places.join(" "), it.map.encode("x")];
  };
  const comments = piece.comments.map(({ range, text }) => [at(range), text]);
  const entries = piece.entries.map(({ range, key, value }) => [at(range), node(key), node(value)]);
  return JSON.stringify([
    piece.links.length,
    piece.hasKey,
    piece.itemRange && at(piece.itemRange),
    piece.items.map(node),
    entries,
    comments,
  ]);
}
