import { Session } from "node:inspector/promises";
import { check } from "@lobster-lang/checker";
import { readWorkflow } from "@lobster-lang/grammar";
import { expect, test } from "vitest";
import { aliased, usual } from "./check-files.ts";

/**
 * How often the blocks of our code run while a text is checked: a measure of work that is the same on every machine,
 * however busy it is.
 */
async function workFor(text: string): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  check(readWorkflow(text));
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  session.disconnect();
  const ours = result.filter(({ url }) => /\/(?:grammar|packages)\//.test(url) && !url.includes("node_modules"));
  const counts = ours.flatMap((script) => script.functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)));
  return counts.reduce((sum, count) => sum + count, 0);
}

test.each([
  ["usual steps", usual],
  ["steps full of aliases", (steps: number) => aliased(steps * 2)],
])("the work for %s grows with their number and no faster", { timeout: 300_000 }, async (_name, write) => {
  check(readWorkflow(write(20)));
  const sizes = [200, 1_000, 5_000];
  const perStep: number[] = [];
  for (const steps of sizes) perStep.push((await workFor(write(steps))) / steps);
  const [first = 0, ...others] = perStep;
  expect(first).toBeGreaterThan(100);
  for (const work of others) expect(work / first, perStep.join(" ")).toBeLessThan(1.1);
});

test("a step costs no more work than it did", { timeout: 300_000 }, async () => {
  check(readWorkflow(usual(20)));
  // Raise it knowingly: `npm run bench:check` says what it means in time.
  expect((await workFor(usual(500))) / 500).toBeLessThan(mostWork);
});

/** Blocks that run for one step of the usual kind; about 1,000 when this was written. */
const mostWork = 1_500;
