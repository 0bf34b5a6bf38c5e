import type { Json } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import { filterNames } from "../src/index.ts";
import { renderTemplate } from "../src/template.ts";
import { parseTemplateText } from "../src/template-text.ts";

const render = (template: string, item: Json) => renderTemplate(parseTemplateText(template), item);

test("the filters are those of the catalogue", async () => {
  const { filters } = await import("@lobster-lang/language");
  expect([...filterNames].toSorted()).toEqual(filters.map((filter) => filter.name).toSorted());
});

describe("filters", () => {
  const x90 = "x".repeat(90);
  const cases: readonly [template: string, item: Json, text: string][] = [
    ["{{o | upper}}", { o: { a: 1 } }, "[OBJECT OBJECT]"],
    ["[{{o | lower}}]", {}, "[]"],
    ["[{{s|trim}}]", { s: " x " }, "[x]"],
    ["{{s | truncate}}", { s: x90 }, `${"x".repeat(80)}...`],
    ["{{s | truncate 0}}", { s: "abc" }, "..."],
    ["{{s | truncate x}}", { s: "abc" }, "abc"],
    ["{{s | truncate -1}}", { s: "abc" }, "ab..."],
    ["{{s | replace}}", { s: "abc" }, "abc"],
    ["{{s | replace b}}", { s: "abcb" }, "ac"],
    ["{{s | replace b $&}}", { s: "abc" }, "a$&c"],
    ['{{s | replace "\\"" "x"}}', { s: 'a"b' }, "axb"],
    ['{{s | split "-"}}', { s: "a-b" }, '["a","b"]'],
    ['{{s | split "" | last}}', { s: "abc" }, "c"],
    ["{{s | first}}", { s: "abc" }, "abc"],
    ["[{{l | first}}]", { l: [] }, "[]"],
    ["{{s | length}} {{l | length}} {{o | length}} {{x | length}}", { s: "abc", l: [1], o: {} }, "3 1 0 0"],
    ["{{l | join}}", { l: [{ a: 1 }] }, "[object Object]"],
    ['{{s | join "-"}}', { s: "abc" }, "abc"],
    ['{{l | join " | "}}', { l: [1, null, "x"] }, "1 |  | x"],
    ["{{o | json}}", { o: { a: [1] } }, '{\n  "a": [\n    1\n  ]\n}'],
    ["[{{nope | json}}]", {}, "[]"],
    ["{{o | string}} {{n | string}}", { o: {}, n: 5 }, "[object Object] 5"],
    [
      '{{a | default "d"}} {{b | default "d"}} {{z | default d}} {{f | default "d"}}',
      { b: "", z: 0, f: false },
      "d d 0 false",
    ],
    ["{{a | default not set}}", {}, "not"],
    ["{{n | round 1}} {{n | round}} {{x | round}} {{z | round}}", { n: 2.345, x: "abc", z: null }, "2.3 2 abc 0"],
    ['{{t | date "YYYY-MM-DD HH:mm:ss"}}', { t: 0 }, "1970-01-01 00:00:00"],
    ["{{t | date}}", { t: "86400000" }, "1970-01-02T00:00:00.000Z"],
    ['{{t | date "DD/MM"}}', { t: "2024-03-09T10:00:00Z" }, "09/03"],
    ["{{nope | date}} {{z | date}}", { z: null }, "undefined null"],
    ['{{s | split "," | first | upper}}', { s: "a,b" }, "A"],
  ];
  test.each(cases)("%s", (template, item, text) => {
    expect(render(template, item)).toBe(text);
  });

  test("that nobody knows are an error, also in another case or with a colon", () => {
    for (const name of ["Upper", "truncate:3", "truncate(3)", "constructor"]) {
      expect(() => render(`{{s | ${name}}}`, { s: "x" })).toThrow(`unknown template filter \`${name}\``);
    }
    expect(() => render('{{s || "d"}}', { s: "x" })).toThrow("unknown template filter ``");
  });
});

describe("expressions", () => {
  test("see own properties only, and the length of texts and lists (D23)", () => {
    expect(render("{{s.length}} {{l.length}} [{{s.constructor}}] [{{o.toString}}]", { s: "abc", l: [1], o: {} })).toBe(
      "3 1 [] []",
    );
    expect(render("{{.a}} [{{this.a}}] {{l.0}}", { a: 1, l: ["x"] })).toBe("1 [] x");
  });

  test("stand as they are where they are none", () => {
    expect(render('{{}} {n} {{s | replace "}" "x"}}', { s: "a}b" })).toBe('{{}} {n} {{s | replace "}" "x"}}');
    expect(render("{{ n\n }} {{ }}", { n: 1 })).toBe('1 {"n":1}');
  });
});
