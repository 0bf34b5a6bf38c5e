import { encloses } from "@lobster-lang/language";
import { linesOf } from "./lines.ts";
import type { Model } from "./model.ts";
import type { Found } from "./silence.ts";

/**
 * Findings without those that only follow from a line that YAML could not read: each mistake is reported once. What is
 * left out comes back when the line is mended, if it is still true.
 */
export function withoutConsequences(found: readonly Found[], model: Model): readonly Found[] {
  const causes = found.filter(({ rule, severity }) => unreadable.has(rule) && severity === "error");
  const rest = withoutRepeats(found);
  if (causes.length === 0) return rest;
  const lines = linesOf(model.tree.text);
  const brokenLines = new Set(causes.map((cause) => lines.lineOf(cause.range.start)));
  const stepAt = stepFinder(model);
  // A line without a dash that starts a step by mistake belongs to the one above it.
  const stepsOf = (offset: number): number[] => {
    const start = lines.startOf(lines.lineOf(offset));
    const hasDash = /^\s*-\s/.test(model.tree.text.slice(start, offset + 2));
    return hasDash ? [stepAt(offset)] : [stepAt(offset), stepAt(start - 1)];
  };
  const brokenSteps = new Set(causes.flatMap(({ range }) => stepsOf(range.start)));
  return rest.filter(({ rule, range }) => {
    if (ofSteps.has(rule) && brokenSteps.has(stepAt(range.start))) return false;
    return !ofLines.has(rule) || !brokenLines.has(lines.lineOf(range.start));
  });
}

const unreadable: ReadonlySet<string> = new Set(["yaml-syntax", "hash-starts-comment"]);

/** What a step lacks, and what a script of it lacks, may stand on the line that could not be read. */
const ofSteps: ReadonlySet<string> = new Set(["nothing-to-run", "missing-id", "shell-syntax"]);

const ofLines: ReadonlySet<string> = new Set(
  (
    "arg-shorthand bad-condition condition-never-true duplicate-key gate-that-says-no inert-key invalid-id not-a-gate " +
    "number-spelling-lost pipeline-syntax several-actions unknown-approval-key unknown-key unused-ignore wrong-type"
  ).split(" "),
);

/** A value that is blank, or no condition, has no other faults. */
function withoutRepeats(found: readonly Found[]): readonly Found[] {
  const blank = found.filter(({ rule }) => rule === "nothing-to-run").map(({ range }) => range);
  const wrong = new Set(found.filter(({ rule }) => rule === "wrong-type").map(({ range }) => range.start));
  return found.filter(({ rule, range }) => {
    if (rule === "condition-never-true") return !wrong.has(range.start);
    return rule !== "pipeline-syntax" || !blank.some((cause) => encloses(cause, range));
  });
}

/** Index of the last step that begins before an offset, its dash included; -1 before the first. */
function stepFinder(model: Model): (offset: number) => number {
  const { text } = model.tree;
  const starts = model.allSteps.map(({ step }) => text.lastIndexOf("\n", step.range.start - 1) + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
}
