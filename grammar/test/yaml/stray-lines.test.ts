import { describe, expect, test } from "vitest";
import { plainValue } from "@lobster-lang/language";
import { readData } from "../../src/index.ts";
import { fixed, shown } from "./shown.ts";

const step = (id: string): string => `  - id: ${id}\n    run: |\n      echo ${id}\n`;

function read(text: string): { value: unknown; problems: string[] } {
  const { root, problems } = readData(text);
  return {
    value: plainValue(root),
    problems: problems.map(({ rule, range }) => `${rule}: ${shown(text, range)}`),
  };
}

const both = {
  steps: [
    { id: "a", run: "echo a\n" },
    { id: "b", run: "echo b\n" },
  ],
};

describe("an unsolved merge", () => {
  const conflict = (base: string): string =>
    `steps:\n<<<<<<< HEAD\n${step("a")}${base}=======\n${step("other")}>>>>>>> branch\n${step("b")}`;

  test.each([
    ["", ""],
    ["with what both come from", `||||||| base\n${step("old")}`],
  ])("is one finding, and one side is read %s", (_name, base) => {
    expect(read(conflict(base))).toEqual({ value: both, problems: ["yaml-syntax: <<<<<<< HEAD"] });
  });

  test("can be settled by either side", () => {
    const text = conflict(`||||||| base\n${step("old")}`);
    const [problem] = readData(text).problems;
    expect(fixed(text, problem)).toBe(`steps:\n${step("a")}${step("b")}`);
    const second = { ...problem!, fixes: [problem!.fixes![1]!] };
    expect(fixed(text, second)).toBe(`steps:\n${step("other")}${step("b")}`);
  });

  test("is one finding for each, inside of a script too", () => {
    const inScript = "    run: |\n<<<<<<< HEAD\n      echo a\n=======\n      echo A\n>>>>>>> x\n";
    expect(read(`steps:\n  - id: a\n${inScript}  - id: b\n${inScript}`).problems).toEqual([
      "yaml-syntax: <<<<<<< HEAD",
      "yaml-syntax: <<<<<<< HEAD",
    ]);
  });

  test("keeps the places behind it", () => {
    const text = conflict("");
    const { root } = readData(text);
    const steps = root?.kind === "map" ? root.entries[0]?.value : null;
    const last = steps?.kind === "list" ? steps.items[1] : null;
    expect(shown(text, last!.range)).toBe("id: b\n    run: |\n      echo b\n");
  });

  test("is one finding in JSON", () => {
    const text = '{"steps": [\n<<<<<<< HEAD\n{"id": "a"}\n=======\n{"id": "b"}\n>>>>>>> b\n]}\n';
    expect(readData(text, { format: "json" }).problems).toHaveLength(1);
  });

  test("is none without its other lines", () => {
    expect(read("steps:\n  - id: a\n    run: |\n      <<<<<<< HEAD\n").problems).toEqual([]);
  });
});

describe("a marker of documents between steps", () => {
  test.each(["---", "...", "--- # more"])("loses nothing: %s", (marker) => {
    const text = `steps:\n${step("a")}${marker}\n${step("b")}`;
    expect(read(text)).toEqual({ value: both, problems: [`several-documents: ${marker.slice(0, 3)}`] });
    expect(read(fixed(text, readData(text).problems[0]))).toEqual({ value: both, problems: [] });
  });

  test("begins another document where keys follow", () => {
    const text = `steps:\n${step("a")}---\nsteps:\n${step("b")}`;
    expect(read(text).value).toEqual({ steps: [both.steps[0]] });
  });

  test("begins the file", () => {
    expect(read(`---\nsteps:\n${step("a")}${step("b")}`)).toEqual({ value: both, problems: [] });
  });
});

describe("text of a step at the left edge", () => {
  const document = "hello: world\nmore text\nEOF\n";

  test.each([
    ["a here-document", `      cat <<EOF\n${document}`, "hello: world"],
    ["one with more of the script below", `      cat <<EOF\n${document}      echo done\n`, "hello: world"],
    ["a whole script", "echo 1\necho 2\n", "echo 1"],
    ["a program in quotes", '      node -e "\nfor (;;) {\n  x();\n}\n"\n', "for (;;) {"],
  ])("%s is one finding, and the other steps stay", (_name, script, at) => {
    const { value, problems } = read(`steps:\n  - id: x\n    run: |\n${script}    cwd: here\n${step("b")}`);
    expect(problems).toEqual([`yaml-syntax: ${at}`]);
    expect(value).toMatchObject({ steps: [{ id: "x", cwd: "here" }, both.steps[1]] });
  });

  test("a pasted key is one finding", () => {
    const { value, problems } = read(`steps:\n${step("a")}run: echo x\n${step("b")}`);
    expect({ value, problems }).toEqual({ value: both, problems: ["yaml-syntax: run: echo x"] });
  });

  test.each([
    `steps:\n${step("a")}env:\n  A: b\n`,
    `steps:\n${step("a")}hooks:\n  - id: x\n`,
    `steps:\n${step("a")}note: x\n`,
    `steps:\n${step("a")}note: |\n  text: x\n`,
    `steps:\n${step("a")}note: |\n  text\nx-more: y\n`,
    `steps:\n- id: a\n  run: |\n    echo\n- id: b\n`,
  ])("other keys of the file are none: %j", (text) => {
    expect(read(text).problems).toEqual([]);
  });
});
