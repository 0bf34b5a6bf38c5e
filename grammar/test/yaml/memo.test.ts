import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { plainValue } from "@lobster-lang/language";
import { describe, expect, test } from "vitest";
import { createMemo, type DataDocument, readData } from "../../src/index.ts";
import { at, scalarAt, shown } from "./shown.ts";

const file = "name: x\nsteps:\n  - id: a\n    run: echo a\n  - id: b\n    run: echo b\n  - id: c\n    run: *none\n";

describe("reading a newer text of the same document", () => {
  test("an edit in one step makes new nodes for that step only, and moves the others", () => {
    const memo = createMemo();
    const before = readData(file, { memo });
    const [stepA, stepB, stepC] = [0, 1, 2].map((i) => at(before.root, "steps", i));
    const [problem] = before.problems;
    const edited = file.replace("echo a", "echo something longer");
    const after = readData(edited, { memo });
    expect(at(after.root, "steps", 0)).not.toBe(stepA);
    expect(at(after.root, "steps", 1)).toBe(stepB);
    expect(at(after.root, "steps", 2)).toBe(stepC);
    expect(shown(edited, stepB!.range)).toBe("id: b\n    run: echo b");
    // A problem that was found at the first reading points to the right place now.
    expect(shown(edited, problem!.range)).toBe("*none");
    expect(problem!.fixes![0]!.edits.map((edit) => shown(edited, edit.range))).toEqual(["*none"]);
    const { map } = scalarAt(after.root, "steps", 1, "run");
    expect(shown(edited, map.toSource(0, 4))).toBe("echo");
  });

  test("undoing an edit finds the piece of two versions ago", () => {
    const memo = createMemo();
    const first = at(readData(file, { memo }).root, "steps", 0);
    readData(file.replace("echo a", "echo z"), { memo });
    expect(at(readData(file, { memo }).root, "steps", 0)).toBe(first);
  });

  test("steps of equal text have nodes of their own", () => {
    const memo = createMemo();
    const twice = "steps:\n  - id: a\n  - id: a\n";
    const { root } = readData(twice, { memo });
    const [one, two] = [at(root, "steps", 0), at(root, "steps", 1)];
    expect(one).not.toBe(two);
    expect([one.range.start, two.range.start]).toEqual([11, 21]);
    const thrice = readData(`${twice}  - id: a\n`, { memo });
    expect([0, 1, 2].map((i) => at(thrice.root, "steps", i).range.start)).toEqual([11, 21, 31]);
    expect(at(thrice.root, "steps", 0)).toBe(one);
  });
});

function memos(document: DataDocument): object[] {
  return document.pieces.map((piece) => piece.memo);
}

describe("what is computed from a piece can be kept by its `memo`", () => {
  const linked =
    "x: &x echo 1\ny: &y {A: *x}\nsteps:\n  - id: a\n    run: *x\n  - id: b\n    env: {<<: *y}\n  - id: c\n";

  test("nothing changes while the text of the piece and of its anchors stays", () => {
    const memo = createMemo();
    const before = memos(readData(linked, { memo }));
    const after = memos(readData(linked.replace("id: c", "id: d"), { memo }));
    expect(after.map((piece, i) => piece === before[i])).toEqual([true, true, true, true, true, false]);
  });

  test("changing an anchored value changes the pieces that repeat it, also by way of another one", () => {
    const memo = createMemo();
    const before = memos(readData(linked, { memo }));
    const document = readData(linked.replace("echo 1", "echo 2"), { memo });
    expect(memos(document).map((piece, i) => piece === before[i])).toEqual([false, false, true, false, false, true]);
    expect(plainValue(document.root)).toMatchObject({
      steps: [{ run: "echo 2" }, { env: { A: "echo 2" } }, { id: "c" }],
    });
  });

  test("removing an anchor takes its value away", () => {
    const memo = createMemo();
    readData(linked, { memo });
    const document = readData(linked.replace("&x ", ""), { memo });
    expect(document.problems).toHaveLength(2);
    expect(plainValue(document.root)).toMatchObject({ steps: [{ run: null }, { env: { A: null } }, { id: "c" }] });
  });
});

test("a memo does not keep old texts alive", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const memo = createMemo();
  const steps = Array.from({ length: 120 }, (_, i) => `  - id: s${i}\n    run: echo ${"x".repeat(1_000)}\n`);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 120; i++) {
    steps[i] = `  - id: s${i}\n    run: echo ${i} ${"x".repeat(1_000)}\n`;
    readData(Buffer.from(`steps:\n${steps.join("")}`).toString("latin1"), { memo });
  }
  collect();
  // 120 texts of 120 kB each, one kept by each step, would be 14 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(7_000_000);
});
