import { plainValue, resolved } from "@lobster-lang/language";
import { expect, test } from "vitest";
import { readData } from "../../src/index.ts";
import { at, shown } from "./shown.ts";

const lines = (i: number): string[] => [
  `  - id: s${i}`,
  "    run: |",
  `      echo ${i}`,
  "      true",
  "    env:",
  `      A: "x ${i}"`,
  `    when: $s${i - 1}.json.ok`,
];

/** A file of 100 steps, of which the 50th is broken by `fault`. */
function broken(fault: (step: string[]) => string[]): string {
  return `name: big\nsteps:\n${Array.from({ length: 100 }, (_, i) => (i === 50 ? fault(lines(i)) : lines(i)).join("\n")).join("\n")}\n`;
}

function replaced(index: number, by: (line: string) => string): (step: string[]) => string[] {
  return (step) => step.map((line, i) => (i === index ? by(line) : line));
}

const faults: readonly (readonly [string, (step: string[]) => string[]])[] = [
  ["an unclosed double quote", replaced(5, (line) => line.slice(0, -1))],
  ["an unclosed bracket", replaced(6, () => "    when: [a, b")],
  ["a tab instead of spaces", replaced(6, () => "\twhen: x")],
  ["a tab before the dash", replaced(0, () => "\t- id: s50")],
  ["a step that stands further left", (step) => step.map((line) => line.slice(2))],
  ["a step that stands deeper", (step) => step.map((line) => `  ${line}`)],
  ["no space behind the dash", replaced(0, () => "  -id: s50")],
  ["a colon inside a value", replaced(6, () => "    when: a: b")],
  ["a half-typed key", (step) => [...step, "    sto"]],
  ["a stray closing brace", (step) => [...step, "    }"]],
  ["a reserved sign", replaced(6, () => "    when: @x")],
  ["an alias to nothing", replaced(6, () => "    when: *nothing")],
  ["a key that is indented wrongly", replaced(6, (line) => ` ${line}`)],
];

test.each(faults)("%s in one of 100 steps leaves the other 99 whole", (_name, fault) => {
  const text = broken(fault);
  const { root, problems } = readData(text);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.length).toBeLessThan(3);
  const list = resolved(at(root, "steps"));
  if (list?.kind !== "list") throw new Error("no list of steps");
  for (let i = 0; i < 100; i++) {
    if (i === 50) continue;
    const step = list.items.find((item) => shown(text, item?.range ?? { start: 0, end: 0 }).startsWith(`id: s${i}\n`));
    expect(plainValue(step ?? null), `step ${i}`).toEqual({
      id: `s${i}`,
      run: `echo ${i}\ntrue\n`,
      env: { A: `x ${i}` },
      when: `$s${i - 1}.json.ok`,
    });
  }
});

test.each(faults.filter(([name]) => name !== "an alias to nothing" && name !== "an unclosed bracket"))(
  "%s leaves the rest of its own step, too",
  (_name, fault) => {
    const { root } = readData(broken(fault));
    const list = resolved(at(root, "steps"));
    const values = (list?.kind === "list" ? list.items : []).map((item) => plainValue(item));
    expect(values).toContainEqual(expect.objectContaining({ id: "s50", run: "echo 50\ntrue\n" }));
  },
);

test("a key that stands left of the others is moved alone, and the others stay", () => {
  const { root, problems } = readData(
    "steps:\n  - id: a\n   run: echo x\n    env:\n      A: b\n    cwd: x\n  - id: b\n    run: y\n",
  );
  expect(problems).toHaveLength(1);
  expect(plainValue(root)).toEqual({
    steps: [
      { id: "a", run: "echo x", env: { A: "b" }, cwd: "x" },
      { id: "b", run: "y" },
    ],
  });
});
