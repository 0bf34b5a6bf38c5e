import { createMemo, type DataDocument, readData } from "@lobster-lang/grammar";
import type { DataNode, EntryNode, Range } from "@lobster-lang/language";
import { expect, test } from "vitest";
import { Random } from "./random.ts";
import { damage, writeWorkflow } from "./yaml-writer.ts";

const long = process.env["LOBSTER_LONG"] === "1";
const seed = Number(process.env["LOBSTER_SEED"] ?? 11);

function range(value: Range): string {
  return `${value.start}-${value.end}`;
}

/** Everything that can be read from a document, as lines that are easy to compare. */
function printed(document: DataDocument, withProblems: boolean): string {
  const lines: string[] = [];
  const print = (node: DataNode | null, depth: number): void => {
    const margin = " ".repeat(depth);
    if (node === null) lines.push(`${margin}null`);
    else if (node.kind === "alias") {
      lines.push(
        `${margin}*${node.name} ${range(node.range)} to ${node.target === null ? "nothing" : range(node.target.range)}`,
      );
    } else {
      const names = `${node.anchor === undefined ? "" : `&${node.anchor.name} ${range(node.anchor.range)}`}${node.tag === undefined ? "" : `${node.tag.name} ${range(node.tag.range)}`}`;
      if (node.kind === "scalar") {
        const whole = node.map.toSource(0, node.text.length);
        lines.push(
          `${margin}${node.style} ${range(node.range)} ${names} ${JSON.stringify(node.text)} ${typeof node.value} ${String(node.value)} at ${range(whole)}`,
        );
      } else {
        lines.push(`${margin}${node.flow ? "flow " : ""}${node.kind} ${range(node.range)} ${names}`);
        if (node.kind === "list") for (const item of node.items) print(item, depth + 1);
        else for (const entry of [...node.entries, ...(node.merges ?? [])]) printEntry(entry, depth + 1);
      }
    }
  };
  const printEntry = (entry: EntryNode, depth: number): void => {
    const merged = entry.mergedBy === undefined ? "" : ` merged by ${range(entry.mergedBy)}`;
    lines.push(`${" ".repeat(depth)}entry ${range(entry.range)}${merged}`);
    print(entry.key, depth + 1);
    print(entry.value, depth + 1);
  };
  print(document.root, 0);
  for (const comment of document.comments) lines.push(`# ${range(comment.range)} ${JSON.stringify(comment.text)}`);
  if (withProblems) {
    for (const problem of document.problems) {
      const related = (problem.related ?? []).map((place) => `${range(place.range)} ${place.message}`).join("; ");
      const fixes = (problem.fixes ?? [])
        .flatMap((fix) => fix.edits.map((edit) => `${range(edit.range)} ${edit.text}`))
        .join("; ");
      lines.push(`! ${problem.rule} ${range(problem.range)} ${problem.message} | ${related} | ${fixes}`);
    }
  }
  return lines.join("\n");
}

test("a file without a fault reads by steps exactly as it reads in one piece", { timeout: 3_600_000 }, () => {
  const random = new Random(seed);
  const files = long ? 30_000 : 1_000;
  let faultless = 0;
  let faultlessAndSplit = 0;
  for (let i = 0; i < files; i++) {
    const written = writeWorkflow(random);
    const text = random.chance(0.5) ? written : damage(random, written, 1 + random.below(3));
    const whole = readData(text, { byStep: false });
    const steps = readData(text);

    if (whole.problems.length > 0) continue;
    faultless++;
    if (steps.pieces.length > 1) faultlessAndSplit++;
    expect(printed(steps, true), JSON.stringify(text)).toBe(printed(whole, true));
  }
  expect(faultless).toBeGreaterThan(files / 6);
  expect(faultlessAndSplit).toBeGreaterThan(faultless / 3);
});

test("typing into a file reads, with a memo, exactly what reading each text anew gives", { timeout: 3_600_000 }, () => {
  const random = new Random(seed + 1);
  const sessions = long ? 1_000 : 40;
  for (let i = 0; i < sessions; i++) {
    const memo = createMemo();
    let text = writeWorkflow(random);
    const earlier: string[] = [];
    for (let edit = 0; edit < 12; edit++) {
      const document = readData(text, { memo });
      expect(printed(document, true), JSON.stringify(text)).toBe(printed(readData(text), true));
      earlier.push(text);
      text = random.chance(0.2) ? random.pick(earlier) : damage(random, text, 1);
    }
  }
});

test(
  "whatever is typed, every place lies in the text, messages are in plain words, and a safe fix leaves less to say",
  {
    timeout: 3_600_000,
  },
  () => {
    const random = new Random(seed + 2);
    const files = long ? 15_000 : 300;
    const wrong: string[] = [];
    let fixesTried = 0;
    let fixesThatHelped = 0;
    for (let i = 0; i < files; i++) {
      const text = damage(random, writeWorkflow(random), 1 + random.below(4));
      const document = readData(text);
      const note = (fault: string): number => wrong.push(`${fault}: ${JSON.stringify(text)}`);
      const inside = ({ start, end }: Range): boolean => 0 <= start && start <= end && end <= text.length;
      visit(document.root, (node) => {
        if (!inside(node.range)) note(`a ${node.kind} at ${range(node.range)}`);
      });
      for (const problem of document.problems) {
        const isPlain = /^[`a-z][^]*[^.]$/.test(problem.message) && !jargon.test(problem.message);
        if (!inside(problem.range) || !isPlain) note(`${range(problem.range)} ${problem.message}`);
        for (const fix of (problem.fixes ?? []).filter((one) => one.safe)) {
          const edits = fix.edits.toSorted((a, b) => b.range.start - a.range.start);
          const fixed = edits.reduce(
            (result, edit) => result.slice(0, edit.range.start) + edit.text + result.slice(edit.range.end),
            text,
          );
          fixesTried++;
          if (readData(fixed).problems.length < document.problems.length) fixesThatHelped++;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(fixesTried).toBeGreaterThan(files / 50);
    expect(fixesThatHelped / fixesTried).toBeGreaterThan(0.97);
  },
);

/** Words of parsers, which no author needs to know. */
const jargon = /token|sequence|mapping|scalar|at line|implicit|undefined|parse/i;

function visit(node: DataNode | null, look: (node: DataNode) => void): void {
  if (node === null) return;
  look(node);
  if (node.kind === "list") for (const item of node.items) visit(item, look);
  if (node.kind === "map") {
    for (const entry of node.entries) {
      visit(entry.key, look);
      visit(entry.value, look);
    }
  }
}
