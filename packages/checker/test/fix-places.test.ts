import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, fixAll } from "@lobster-lang/checker";
import { readWorkflow } from "@lobster-lang/grammar";

const runs = process.env["LOBSTER_LONG"] === "1" ? 5000 : 60;

/** Pieces of a script that could confuse a range or an edit. */
const piece = fc.constantFrom(
  "echo a",
  "é",
  "😀",
  "'it'",
  "\\t",
  "#x",
  " : ",
  "{ }",
  "[ -f x ]",
  "a  b",
  "%",
  "&& ls",
  "汉",
);
const script = fc
  .tuple(fc.array(piece, { maxLength: 3 }), fc.array(piece, { maxLength: 3 }))
  .map(([before, after]) => ["echo", ...before, '"$LOBSTER_STEP_A_STDOUT"', ...after].join(" "));

type Style = "double" | "single" | "literal" | "folded" | "json";

function written(text: string, style: Style): string {
  switch (style) {
    case "double":
      return JSON.stringify(text).replaceAll("é", "\\u00e9");
    case "single":
      return `'${text.replaceAll("'", "''")}'`;
    case "literal":
      return `|\n      true\n      ${text}`;
    case "folded":
      return `>-\n      true;\n      ${text}`;
    case "json":
      return JSON.stringify(text);
  }
}

function workflow(text: string, style: Style): string {
  if (style === "json") return `{"steps":[{"id":"a","run":"echo 1"},{"id":"b","run":${written(text, style)}}]}`;
  return `steps:\n  - id: a\n    run: echo 1\n  - id: b\n    run: ${written(text, style)}\n`;
}

describe("the fix of a per-step variable", () => {
  it("changes the script by exactly the variable's name, in every style and with every line end", () => {
    const style = fc.constantFrom<Style>("double", "single", "literal", "folded", "json");
    fc.assert(
      fc.property(script, style, fc.boolean(), (text, how, crlf) => {
        const fileName = how === "json" ? "flow.json" : "flow.lobster";
        const lf = workflow(text, how);
        const source = crlf ? lf.replaceAll("\n", "\r\n") : lf;
        const read = (current: string) => readWorkflow(current, { fileName });
        const find = (current: string) => check(read(current)).filter(({ rule }) => rule === "per-step-env-var");
        const scriptOf = (current: string): string => {
          const action = read(current).steps[1]!.actions[0]!;
          return action.kind === "shell" ? action.text.source.text : "";
        };

        const [finding] = find(source);
        expect(source.slice(finding!.range.start, finding!.range.end)).toBe("LOBSTER_STEP_A_STDOUT");
        const fixed = fixAll(source, find);
        expect(fixed.remaining).toEqual([]);
        expect(scriptOf(fixed.text)).toBe(scriptOf(source).replace("LOBSTER_STEP_A_STDOUT", "A_STDOUT"));
        expect(read(fixed.text).steps[1]!.env.map((entry) => [entry.name, entry.value?.source.text])).toEqual([
          ["A_STDOUT", "$a.stdout"],
        ]);
        expect(fixed.text.includes("\r")).toBe(crlf && how !== "json");
        expect(/[^\r]\n/.test(fixed.text)).toBe(!crlf && how !== "json");
      }),
      { numRuns: runs },
    );
  }, 600_000);
});
