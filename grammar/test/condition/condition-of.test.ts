import { describe, expect, test } from "vitest";
import { conditionOf, wholeText } from "@lobster-lang/grammar";
import type { ConditionNode, ConditionText } from "@lobster-lang/language";

function read(text: string): ConditionText {
  return conditionOf(wholeText(text));
}

/** The tree with all its parentheses. */
function tree(text: string): string {
  return spell(read(text).expression);
}

function spell(node: ConditionNode): string {
  switch (node.kind) {
    case "logical":
    case "compare":
      return `(${spell(node.left)} ${node.operator} ${spell(node.right)})`;
    case "not":
      return `!${spell(node.operand)}`;
    case "value":
      return node.form === "bare" ? String(node.value) : JSON.stringify(node.value);
    case "ref":
      return `$${node.id}.${[node.field, ...node.path].map((one) => ("name" in one ? one.name : one.index)).join(".")}`;
    case "arg":
      return `\${${node.name}}`;
    case "missing":
      return "?";
  }
}

/** What is marked, what is said, and what the fix makes of the text. */
function faults(text: string): string[] {
  return read(text).problems.map((problem) => {
    expect(problem.rule).toBe("bad-condition");
    return `${text.slice(problem.range.start, problem.range.end)} :: ${problem.message}`;
  });
}

function mended(text: string): string {
  const edits = read(text)
    .problems.flatMap((problem) => problem.fixes?.filter((fix) => fix.safe).flatMap((fix) => fix.edits) ?? [])
    .toSorted((a, b) => b.range.start - a.range.start);
  return edits.reduce((all, { range, text: put }) => all.slice(0, range.start) + put + all.slice(range.end), text);
}

const chain = (values: number): string => Array.from({ length: values }, () => "true").join(" && ");

const nested = (levels: number): string => "(".repeat(levels) + "true" + ")".repeat(levels);

describe("a good condition", () => {
  test.each([
    ["$a.approved", "$a.approved"],
    ["true || false && false", "(true || (false && false))"],
    ["(true || false) && false", "((true || false) && false)"],
    ["$o.json.n>3", "($o.json.n > 3)"],
    ["$o.json.neg < -1", "($o.json.neg < -1)"],
    ["$o.json.s == hello", "($o.json.s == hello)"],
    ["$o.json.s == and", "($o.json.s == and)"],
    ["($o.json.n == 5) == true", "(($o.json.n == 5) == true)"],
    ["!!$a.json.x == !true", "(!!$a.json.x == !true)"],
    ["${env} == prod", "(${env} == prod)"],
    ['$pr.json["created-at"] != null', "($pr.json.created-at != null)"],
    ["$arr.json[0].x == 'it\\'s'", '($arr.json.0.x == "it\'s")'],
    ['$t.stdout == "a\\n"', '($t.stdout == "an")'],
    ["1 < 5.0", "(1 < 5)"],
  ])("%s", (text, expected) => {
    expect(tree(text)).toBe(expected);
    expect(read(text).problems).toEqual([]);
  });

  test("`!` binds tighter than a comparison, as in the original; the checker warns", () => {
    expect(tree("!$a.json.n == 6")).toBe("(!$a.json.n == 6)");
  });

  test("written parentheses belong to a node's place, so that `(!a) == b` can be told from `!a == b`", () => {
    const text = "(!$a.approved) == true";
    const { expression } = read(text);
    if (expression.kind !== "compare") throw new Error("no comparison");
    expect(text.slice(expression.left.span.start, expression.left.span.end)).toBe("(!$a.approved)");
  });
});

describe("another language's condition is named, and the right spelling given", () => {
  test.each([
    ["$a.json.s == go and $a.json.n = 1", "$a.json.s == go && $a.json.n == 1"],
    ["$a.approved OR $b.approved", "$a.approved || $b.approved"],
    ["not $a.approved", "!$a.approved"],
    ["not ($a.approved && $b.approved)", "!($a.approved && $b.approved)"],
    ["$a.json.n === 5 && $a.json.m !== 6", "$a.json.n == 5 && $a.json.m != 6"],
    ["$a.json.x is not null", "$a.json.x != null"],
    ["$a.json.n -eq 5", "$a.json.n == 5"],
    ["${{ steps.x.approved }}", "$x.approved"],
    ["${{ $a.approved and $b.approved }}", "$a.approved && $b.approved"],
    ["{{a.json.ok}} == true", "$a.json.ok == true"],
    ["args.env == prod", "${env} == prod"],
    ["${args.env} == prod", "${env} == prod"],
    ["${fetch.json.n} > 3", "$fetch.json.n > 3"],
    ["steps.fetch.json.n > 3", "$fetch.json.n > 3"],
    ["fetch.approved", "$fetch.approved"],
    ["yes", "true"],
    ["$a.json.v == v1.2", '$a.json.v == "v1.2"'],
    ["$a.json.code == 2fa", '$a.json.code == "2fa"'],
    ["$a.json.d > 2026-01-01", '$a.json.d > "2026-01-01"'],
    ["$a.json.s == hello big world", '$a.json.s == "hello big world"'],
    ["$a.json.first-name == x", '$a.json["first-name"] == x'],
    ["1e3 > .5", "1000 > 0.5"],
    ["\u201cx\u201d == $a.json.s", '"x" == $a.json.s'],
  ])("%s → %s", (wrong, right) => {
    expect(read(wrong).problems).not.toEqual([]);
    expect(mended(wrong)).toBe(right);
    expect(read(right).problems).toEqual([]);
  });

  test.each([
    ["$a", "$a :: `$a` lacks a field"],
    ["$LOBSTER_ARG_ENV == prod", "$LOBSTER_ARG_ENV :: `$LOBSTER_ARG_ENV` is a variable of the shell"],
    ["$a.json.n - 1 == 4", "- :: a condition cannot calculate"],
    ["$a.json.n-1 == 4", "-1 :: a condition cannot calculate, and a dash ends a path"],
    ["$a.json.ok ? 1 : 2", "? 1 : 2 :: a condition has no `? :`"],
    ["$a.json.x in [1, 2]", "in :: `in`: a condition only compares"],
    ["$a.stdout contains 'x'", "contains :: `contains`: a condition only compares"],
    ["contains($a.stdout, 'x')", "contains :: `contains(…)`: a condition has no functions"],
    ["success()", "success :: `success()`: there are no functions; `!$step.error`"],
    ["$a.stdout.includes('x')", "( :: a condition has no functions"],
    ["[ -f x ]", "[ -f x ] :: this is a test of the shell"],
    ["-f x", "-f x :: `-f` is a test of the shell"],
    ["$(test -f x)", "$(test -f x) :: a condition cannot run a command"],
    ["$a.stdout =~ ^x", "=~ :: `=~`: a condition knows no patterns"],
    ["$a.json[-1] == 1", "[-1] :: `[-1]` cannot follow a path"],
    ["$a.json.x == [1]", "[1] :: a list cannot be written in a condition"],
    ["1 < $a.json.n < 10", "< :: a second comparison cannot follow: write `a < b && b < c`"],
    ["hello == $a.json.s", "hello :: `hello` is a word without quotes"],
    ["$a.approved $b.approved", "$b.approved :: two values stand side by side"],
    ["$a.json.t &&", " :: the condition ends where a value must follow"],
    ["== 1", "== :: a value must stand on the left of `==`"],
    ["($a.approved", "( :: this `(` is never closed"],
    ["$a.approved)", ") :: this `)` closes nothing"],
    ["()", " :: nothing stands between `(` and `)`"],
    ['"x', '"x :: the quote `"` is never closed'],
    ["true # always", "# always :: a condition has no comments"],
    ["", " :: the condition is empty"],
    ["  ", "   :: the condition is empty"],
  ])("%s", (text, expected) => {
    expect(faults(text)).toHaveLength(1);
    expect(faults(text)[0]!.slice(0, expected.length)).toBe(expected);
  });
});

describe("a fault keeps the rest", () => {
  test("all faults of one condition are found at once", () => {
    expect(faults("yes and $a = 1 or args.x")).toHaveLength(6);
  });

  test("references around a fault stay in the tree", () => {
    expect(tree("$a.json.x ~ $b.json.y")).toBe("($a.json.x && $b.json.y)");
    expect(tree("$a.json.n + 1 == $b.json.n")).toBe("($a.json.n && (1 == $b.json.n))");
    expect(tree("$a.approved && && $b.approved")).toBe("(($a.approved && ?) && $b.approved)");
  });

  test("a fault in a piece of a longer text is marked in the source", () => {
    const text = "$a.approved && ready";
    expect(faults(text)).toEqual([expect.stringMatching(/^ready :: /)]);
  });
});

describe("limits", () => {
  test("100 levels of parentheses are read, 101 are refused with the number", () => {
    expect(faults(nested(100))).toEqual([]);
    expect(faults(nested(101))).toEqual([expect.stringContaining("the condition is nested deeper than 100 levels")]);
    expect(faults("!".repeat(100_000) + "true")).toHaveLength(1);
    expect(faults("(".repeat(100_000))).toHaveLength(1);
  });

  test("a chain of a thousand values is read, a longer one is refused with the number", () => {
    expect(faults(chain(1000))).toEqual([]);
    expect(faults(chain(100_000))).toEqual([expect.stringContaining("more than 1000 values")]);
  });
});
