import { describe, expect, test } from "vitest";
import { found } from "./checking.ts";

const step = "steps:\n  - id: a\n";

describe("a mistake is reported once", () => {
  test.each([
    ["an unclosed quote", `${step}    run: "echo unclosed\n`, 'yaml-syntax: "'],
    ["a repetition of nothing", `${step}    run: *.txt\n`, "yaml-syntax: *.txt"],
    ["a script behind its sign", `${step}    run: >x echo\n`, "yaml-syntax: x"],
    ["a key without its colon", `${step}    run echo hi\n`, "yaml-syntax: run echo hi"],
    ["a blank pipeline", `${step}    pipeline: ' '\n`, "nothing-to-run: ' '"],
    ["a condition that is a number", `${step}    when: 1\n    run: ls\n`, "wrong-type: 1"],
    ["a here-document at the left edge", `${step}    run: |\n      cat <<EOF\nhi\nEOF\n`, "yaml-syntax: hi"],
    ["a text that is indented less", `${step}    run: |\n   echo less\n`, "yaml-syntax: echo less"],
  ])("%s", (_name, text, only) => {
    const [first, ...rest] = found(text);
    expect(rest).toEqual([]);
    expect(only.startsWith(first ?? "?")).toBe(true);
  });
});

test("other steps and lines keep theirs", () => {
  const text = `${step}    run: "echo" unclosed\n    tiemout: 5\n  - id: b\n    run: echo "\n  - name: c\n`;
  expect(found(text).map((finding) => finding.split(":")[0])).toEqual([
    "yaml-syntax",
    "unknown-key",
    "shell-syntax",
    "missing-id",
    "nothing-to-run",
  ]);
});
