import { describe, expect, test } from "vitest";
import { textOf, wholeText } from "@lobster-lang/grammar";
import type { TextPart } from "@lobster-lang/language";

/** The parts of a text, one readable word each. */
function read(text: string): string[] {
  return textOf(wholeText(text), "env").parts.map(spell);
}

function spell(part: TextPart): string {
  switch (part.kind) {
    case "literal":
      return part.text;
    case "escaped":
      return `literally ${part.text}`;
    case "suspect":
      return `${part.form}(${part.content})`;
    case "arg":
      return `argument ${part.name}`;
    case "ref": {
      const path = part.path.map((segment) => (segment.kind === "index" ? segment.index : segment.name));
      return ["result", part.id, part.field.name, ...path].join("/");
    }
  }
}

const whole = (text: string): string | null => {
  const node = textOf(wholeText(text), "stdin").whole;
  return node === null ? null : spell(node);
};

describe("the references of a text", () => {
  test("a step's result and an argument stand between literal text", () => {
    expect(read("n=$o.json.n of ${who}!")).toEqual(["n=", "result/o/json/n", " of ", "argument who", "!"]);
  });

  test("there is no boundary on the left, and the path is greedy on the right", () => {
    expect(read("x$a.json")).toEqual(["x", "result/a/json"]);
    expect(read("f-$o.json.s.txt")).toEqual(["f-", "result/o/json/s/txt"]);
    expect(read("$n.stdout_old")).toEqual(["result/n/stdout_old"]);
  });

  test("a dash and a last dot end the path, and an id may hold dashes", () => {
    expect(read("$n.stdout-old")).toEqual(["result/n/stdout", "-old"]);
    expect(read("$o.json.s.")).toEqual(["result/o/json/s", "."]);
    expect(read("$with-dash.json")).toEqual(["result/with-dash/json"]);
  });

  test("brackets hold an index or any key, after a field only", () => {
    expect(read('$pr.json["created-at"]')).toEqual(["result/pr/json/created-at"]);
    expect(read("$arr.json[0].x['a b']")).toEqual(["result/arr/json/0/x/a b"]);
    expect(read('$a["json"]')).toEqual(["bare(a)", '["json"]']);
    expect(read("ls $a.stdout[0-9]*")).toEqual(["ls ", "result/a/stdout", "[0-9]*"]);
  });

  test("a doubled dollar or an odd number of backslashes writes a reference literally (D44)", () => {
    expect(read("$$a.json.n")).toEqual(["literally $a.json.n"]);
    expect(read("\\$a.json.n")).toEqual(["literally $a.json.n"]);
    expect(read("\\\\$a.json.n")).toEqual(["\\\\", "result/a/json/n"]);
    expect(read("\\\\\\$a.json.n")).toEqual(["\\\\", "literally $a.json.n"]);
    expect(read("$$ and \\$5")).toEqual(["$$ and \\$5"]);
  });

  test("a value never becomes part of a reference (D3)", () => {
    expect(read("$${which}.json.n")).toEqual(["$", "argument which", ".json.n"]);
  });

  test("what only looks like a reference means itself and can be found", () => {
    expect(read("${pr.json.t}")).toEqual(["braced(pr.json.t)"]);
    expect(read("${x:-y} ${ a }")).toEqual(["braced(x:-y)", " ", "braced( a )"]);
    expect(read("${{ steps.a.outputs.b }}")).toEqual(["github( steps.a.outputs.b )"]);
    expect(read("{{a.json}} $HOME")).toEqual(["mustache(a.json)", " ", "bare(HOME)"]);
  });

  test("a substitution inside a shell's own expansion stays one", () => {
    expect(read("${x:-$a.json.n}")).toEqual(["${x:-", "result/a/json/n", "}"]);
    expect(read("${x:-${y}}")).toEqual(["${x:-", "argument y", "}"]);
  });

  test("a price, a lone dollar and a jq variable are literal or only suspected", () => {
    expect(read("costs $5.00 or $")).toEqual(["costs $5.00 or $"]);
    expect(read("jq '$ex'")).toEqual(["jq '", "bare(ex)", "'"]);
  });
});

describe("a text that is one reference", () => {
  test("keeps its type, also with blanks around it", () => {
    expect(whole("$a.json")).toBe("result/a/json");
    expect(whole("  ${xs}\n")).toBe("argument xs");
  });

  test("does not when anything else stands beside it", () => {
    expect(whole("$a.json!")).toBeNull();
    expect(whole("$a.json$b.json")).toBeNull();
    expect(whole("$a")).toBeNull();
    expect(whole("")).toBeNull();
  });
});

test("every piece of a reference knows its place", () => {
  const text = 'see $fetch.json.items[2]["first-name"]';
  const [, part] = textOf(wholeText(text), "env").parts;
  if (part?.kind !== "ref") throw new Error("no reference");
  const at = (node: { readonly range: { readonly start: number; readonly end: number } }): string =>
    text.slice(node.range.start, node.range.end);
  expect(at(part)).toBe('$fetch.json.items[2]["first-name"]');
  expect(at(part.idSpan)).toBe("fetch");
  expect(at(part.field)).toBe("json");
  expect(part.path.map(at)).toEqual(["items", "2", '"first-name"']);
});
