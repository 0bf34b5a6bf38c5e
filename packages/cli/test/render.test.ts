import type { Diagnostic } from "@lobster-lang/language";
import { describe, expect, test } from "vitest";
import { coloursFor } from "../src/render/colour.ts";
import { renderJson } from "../src/render/diagnostics-json.ts";
import { renderSummary, renderText } from "../src/render/diagnostics-text.ts";
import { displayed } from "../src/render/display-width.ts";
import { lineIndexOf } from "../src/render/line-index.ts";

const at = (line: number, column: number, offset: number) => ({ line, column, offset });
const output = (isTTY: boolean) => ({ isTTY, columns: 80, write() {} });
const plain = coloursFor(output(false), {});

function finding(text: string, part: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const start = text.indexOf(part);
  const range = { start, end: start + part.length };
  return { rule: "some-rule", severity: "error", message: "it is wrong", range, related: [], fixes: [], ...more };
}

function rendered(text: string, part: string, more: Partial<Diagnostic> = {}): string {
  return renderText([{ path: "x.lobster", text, diagnostics: [finding(text, part, more)] }], plain);
}

describe("a finding on the terminal", () => {
  test("shows the rule, the place, the line and the range", () => {
    expect(rendered("steps:\n  - id: a\n    run: echo $b.json\n", "$b.json")).toBe(
      [
        "error[some-rule]: it is wrong",
        " --> x.lobster:3:15",
        "  |",
        "3 |     run: echo $b.json",
        "  |               ^^^^^^^",
        "",
      ].join("\n"),
    );
  });

  test.each([
    ["tabs", "run:\techo\t$b.json", "  |                 ^^^^^^^"],
    ["wide characters", 'run: echo "日本" $b.json', "  |                  ^^^^^^^"],
    ["emoji of several code points", 'run: "👩‍👩‍👧 🇩🇪 ❤️" $b.json', "  |                 ^^^^^^^"],
    ["combining marks", "run: e\u0301e\u0301 $b.json", "  |         ^^^^^^^"],
    ["Korean syllables and full-width forms", "run: 한글 ＡＢ $b.json", "  |                ^^^^^^^"],
  ])("stands under its text behind %s", (_what, line, caret) => {
    expect(rendered(line, "$b.json").split("\n")[4]).toBe(caret);
  });

  test("marks wide characters in their full width", () => {
    expect(rendered("run: 日本", "日本").split("\n")[4]).toBe("  |      ^^^^");
  });

  test("shows an empty range and a range over several lines", () => {
    expect(rendered("a: b", "", {}).split("\n")[4]).toBe("  | ^");
    expect(rendered("a: >\n  b\n  c\n", ">\n  b\n  c").split("\n")[4]).toBe("  |    ^ … to line 3");
  });

  test("cuts a very long line around the place", () => {
    const line = `run: ${"x".repeat(5000)} $b.json ${"y".repeat(5000)}`;
    const lines = rendered(line, "$b.json").split("\n");
    const [source, caret] = [lines[3]!, lines[4]!];
    expect(source.length).toBeLessThan(200);
    expect(source.slice(caret.indexOf("^"), caret.lastIndexOf("^") + 1)).toBe("$b.json");
  });

  test("never lets a file move the reader's cursor", () => {
    const shown = rendered("run: \u001b[2J\u202e$b.json", "$b.json");
    for (const control of ["\u001b", "\u202e"]) expect(shown).not.toContain(control);
  });

  test("shows related places and the words of fixes", () => {
    const text = "a: 1\na: 2\n";
    const shown = rendered(text, "a: 2", {
      related: [{ range: { start: 0, end: 1 }, message: "the first one" }],
      fixes: [
        { title: "remove it", safe: true, edits: [] },
        { title: "rename it", safe: false, edits: [] },
      ],
    });
    expect(shown).toContain("  | the first one:\n --> x.lobster:1:1\n  |\n1 | a: 1\n  | -\n");
    expect(shown).toContain("  = fix: remove it\n  = suggestion: rename it\n");
  });

  test("is coloured on a terminal only, and never with NO_COLOR", () => {
    const red = "\u001b[31m";
    const file = { path: "x", text: "a", diagnostics: [finding("a", "a")] };
    expect(renderText([file], coloursFor(output(true), {}))).toContain(red);
    expect(renderText([file], coloursFor(output(true), { NO_COLOR: "1" }))).not.toContain("\u001b");
    expect(renderText([file], coloursFor(output(true), { TERM: "dumb" }))).not.toContain("\u001b");
    expect(renderText([file], coloursFor(output(false), {}))).not.toContain("\u001b");
    expect(renderText([file], coloursFor(output(false), { FORCE_COLOR: "1" }))).toContain(red);
  });
});

test("the summary counts what matters and says what can be mended", () => {
  const fix = { title: "t", safe: true, edits: [] };
  const diagnostics = [finding("a", "a", { fixes: [fix] }), finding("a", "a", { severity: "warning" })];
  expect(renderSummary([{ path: "x", text: "a", diagnostics }], plain)).toBe(
    "1 error and 1 warning in 1 file; `lobster check --fix` mends 1\n",
  );
  expect(renderSummary([{ path: "x", text: "a", diagnostics: [finding("a", "a", { severity: "info" })] }], plain)).toBe(
    "",
  );
});

test("JSON has lines and columns from 1 and UTF-16 offsets, for ranges, related places and edits", () => {
  const text = "a: 😀\r\nb: x\r\n";
  const place = { start: text.indexOf("x"), end: text.indexOf("x") + 1 };
  const diagnostic = finding(text, "x", {
    related: [{ range: { start: 3, end: 5 }, message: "here" }],
    fixes: [{ title: "t", safe: true, edits: [{ range: place, text: "y" }] }],
  });
  const json = JSON.parse(renderJson([{ path: "f.lobster", text, diagnostics: [diagnostic] }]));
  const x = { start: at(2, 4, 10), end: at(2, 5, 11) };
  expect(json).toEqual({
    version: 1,
    files: [
      {
        path: "f.lobster",
        diagnostics: [
          {
            rule: "some-rule",
            severity: "error",
            message: "it is wrong",
            range: x,
            related: [{ message: "here", range: { start: at(1, 4, 3), end: at(1, 6, 5) } }],
            fixes: [{ title: "t", safe: true, edits: [{ range: x, text: "y" }] }],
          },
        ],
      },
    ],
  });
});

test("lines end at LF, CRLF and a lone CR", () => {
  const index = lineIndexOf("a\nb\r\nc\rd");
  expect([1, 2, 3, 4].map((line) => index.line(line))).toEqual(["a", "b", "c", "d"]);
  expect(index.position(7)).toEqual({ line: 4, column: 1, offset: 7 });
  expect(index.position(99)).toEqual({ line: 4, column: 2, offset: 8 });
});

test("a displayed line knows the column of every offset", () => {
  const { text, columnOf } = displayed("a\tb");
  expect(text).toBe("a   b");
  expect([0, 1, 2, 3].map(columnOf)).toEqual([0, 1, 4, 5]);
});
