import { describe, expect, test } from "vitest";
import { pipelineOf } from "@lobster-lang/grammar";
import { expectOne, faultsOf, mended, spell, stagesOf } from "./reading.ts";

const where = (text: string): string[] =>
  pipelineOf(text).stages.map(({ bound: [argument] }) => {
    if (argument?.content?.kind !== "where") return "none";
    const { path, operator, value } = argument.content.where;
    return `${path} ${operator} ${value.map(spell).join("")}`;
  });

describe("where", () => {
  test("path, operator, value", () => {
    expect(where("where n=ann | where 'a.b >= 5' | where u=http://x | where tags.length!=2")).toEqual([
      "n == ann",
      "a.b >= 5",
      "u == http://x",
      "tags.length != 2",
    ]);
    expect(where("where 'n = two words'")).toEqual(["n == two words"]);
  });

  test("a value of the workflow fills the value, never the path", () => {
    expect(where("where n=$a.json.n | where 'n < ${max}'")).toEqual(["n == result(a/json/n)", "n < argument(max)"]);
    expectOne(
      "where $a.json.f=1",
      "where-syntax $a.json.f=1: `$a.json.f=1`: on the left of the comparison stands a field",
    );
  });

  test.each([
    ["where age > 5", "where 'age > 5'"],
    ["where status == 'in progress'", "where 'status == in progress'"],
    ["where a=1 b=2", "where a=1 | where b=2"],
    ["where a=1 and b=2", "where a=1 | where b=2"],
    ["where 'a=1 && b=2'", "where a=1 | where b=2"],
    ["where 'a == 1 and b > 2'", "where 'a == 1' | where 'b > 2'"],
    ["where a===1", "where a=1"],
    ["where 'a !== 1'", "where 'a != 1'"],
    ["where 'age=>5'", "where 'age>=5'"],
    ["where 'n == \"ann\"'", "where 'n == ann'"],
    ["where \"n == 'a b'\"", 'where "n == a b"'],
    ["where 'tags[0] = x'", "where 'tags.0 = x'"],
    ["where '$.user.id = 1'", "where 'user.id = 1'"],
    ["where .a=1", "where a=1"],
    ["where !done", "where 'done!=true'"],
  ])("%s → %s", (wrong, right) => {
    expect(faultsOf(wrong)).toEqual([expect.stringMatching(/^where-syntax /)]);
    expect(mended(wrong)).toBe(right);
    expect(faultsOf(right)).toEqual([]);
  });

  test.each([
    ["where", "where-syntax where: `where` has no expression"],
    ["where done", "where-syntax done: `done` has no comparison: write `done=value`"],
    ["where n=", "where-syntax n=: `n=` has no value"],
    ["where 'n = \"\"'", 'where-syntax "": the value is empty'],
    ["where 'ok == \"true\"'", 'where-syntax "true": the quotes are part of the value: without them `true` is a value'],
    ["where first-name=x", "where-syntax first-name=x: `first-name=x`: the name of a field in `where`"],
    ["where n=~an", "where-syntax =~: `=~`: `where` knows no patterns"],
    ["where 'n in a,b'", "where-syntax 'n in a,b': `in`: `where` only compares"],
    ["where 'a=1 or b=2'", 'where-syntax or: `or`: `where` knows no "or"'],
    ["where n=ann || n=bob", 'where-syntax ||: `||`: `where` knows no "or"'],
  ])("%s", (text, expected) => expectOne(text, expected));

  test("words like `and` within a value are text", () => {
    expect(faultsOf("where 'title = salt and pepper'")).toEqual([]);
    expect(faultsOf("where 'name = R&D'")).toEqual([]);
  });
});

describe("pick", () => {
  test("names with commas", () => {
    const { content } = pipelineOf("pick id,first-name,").stages[0]!.bound[0]!;
    expect(content).toMatchObject({ kind: "fields", names: [{ name: "id" }, { name: "first-name" }] });
    expect(faultsOf("pick id,first-name,x | pick ${fields}")).toEqual([]);
  });

  test("blanks and words", () => {
    expectOne("pick id, subject", "pick-syntax id, subject: `pick` takes one word: write `pick id,subject`");
    expect(mended("pick id, subject")).toBe("pick id,subject");
    expect(mended("pick id subject")).toBe("pick id,subject");
    expect(mended("pick 'id, subject'")).toBe("pick id,subject");
    expectOne("pick", "pick-syntax pick: `pick` has no fields");
  });

  test("a path", () => {
    expectOne("pick id,user.name", "pick-syntax user.name: `user.name`: `pick` takes top-level fields only");
  });
});

describe("map", () => {
  test("assignments are templates over the item", () => {
    const { content } = pipelineOf("map label='{{from}}: ${x}'").stages[0]!.bound[0]!;
    if (content?.kind !== "assignment") throw new Error("no assignment");
    expect([content.key, ...content.template.parts.map(spell)]).toEqual(["label", "{{from}}", ": ", "argument(x)"]);
  });

  test.each([
    ["map k v", ["map-syntax k: `k` sets nothing: write `k=text`", "map-syntax v: `v` sets nothing"]],
    ["map =x", ["map-syntax =x: the name before `=` is empty"]],
    ["map 'k={{n | upper}}'", ["map-syntax | upper: `map` knows no filters"]],
    ["map --wrap a --unwrap b", ["map-syntax --unwrap b: `--wrap` and `--unwrap` cannot stand together"]],
    ["map ${k}=1", ["map-syntax ${k}: the name before `=` cannot come from a value"]],
    ["map", ["map-syntax (warning) map: `map` changes nothing"]],
  ])("%s", (text, expected) => {
    const faults = faultsOf(text);
    expect(faults.map((fault, index) => fault.slice(0, expected[index]?.length))).toEqual(expected);
  });

  test("a text with blanks needs quotes", () => {
    expect(mended("map a=1 label={{from}}: {{subject}}")).toBe("map a=1 'label={{from}}: {{subject}}'");
  });
});

describe("template words", () => {
  test("positionals are one text with a blank between them, whatever the words", () => {
    expect(stagesOf("template Hi {{ n }} !")).toEqual(["template «Hi {{ n }} !»"]);
    const { content } = pipelineOf("template Hi {{ n }} $a.json.x").stages[0]!.bound[0]!;
    if (content?.kind !== "template") throw new Error("no template");
    expect(content.template.parts.map(spell)).toEqual(["Hi ", "{{n}}", " ", "result(a/json/x)"]);
  });

  test("no text", () => {
    expectOne("template", "template-syntax template: `template` has no text");
    expect(faultsOf("template --file x.txt")).toEqual([]);
  });
});

const key = (text: string): unknown => pipelineOf(text).stages[0]!.bound[0]!.content;

test("paths of keys are split, and a path with values is left to the run", () => {
  expect(key("sort --key a.b.0")).toMatchObject({
    kind: "path",
    segments: [{ name: "a" }, { name: "b" }, { name: "0" }],
  });
  expect(key("sort --key .a")).toMatchObject({ segments: [{ name: "a" }] });
  expect(key("sort --key ${k}")).toBeNull();
  expectOne("sort --key tags[0]", "pipeline-syntax tags[0]: `tags[0]`: a path has no brackets: write `tags.0`");
});

test("a fix never reaches across a quote", () => {
  const text = "where .'age >= 18'";
  expect(faultsOf(text)).toHaveLength(1);
  expect(pipelineOf(text).problems[0]!.fixes).toBeUndefined();
});
