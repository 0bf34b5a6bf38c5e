import { afterAll, describe, expect, it } from "vitest";
import { compare, type Verdict } from "./explain.ts";
import { refusingRules } from "./explainers/refusals.ts";
import { generatedFiles } from "./generate/workflow.ts";
import { exampleFiles } from "./example-files.ts";
import type { PeerFile } from "./peer-file.ts";
import { hasOriginal, Programs } from "./programs.ts";
import { describeVerdict } from "./describe-verdict.ts";
import { shrunk } from "./shrink.ts";

/*
 * `npm run test:peer`: the original from npm and our built program run the same files side by side. LOBSTER_SEED makes
 * other files, LOBSTER_PEER_FILES more or fewer of them. Whatever differs follows from a decision of the language, or
 * fails here with the file, both answers, and a smaller file that differs as well.
 */
const isAsked = process.env["LOBSTER_PEER"] === "1";
const seed = Number(process.env["LOBSTER_SEED"] ?? 1);
const generated = Number(process.env["LOBSTER_PEER_FILES"] ?? 200);
/** Files at a time: two machines' worth of shells wait on each other anyway. */
const width = 2;
/** So many unexplained files are made smaller; the rest is shown as it is. */
const mostShrunk = 3;

const programs = new Programs(width);
afterAll(() => programs.end());

describe.skipIf(!isAsked || !hasOriginal)("test:peer: the original and ours", () => {
  it("differ only by decision", { timeout: 1_800_000 }, async () => {
    const files = [...exampleFiles(), ...generatedFiles(seed, generated)];
    const verdicts = await inTurns(files, (file) => compare(programs, file));
    const unexplained = verdicts.filter(({ decisions }) => decisions === null);
    const reports: string[] = [];
    for (const verdict of unexplained) {
      const smaller = reports.length < mostShrunk ? await smallest(verdict) : null;
      reports.push(describeVerdict(verdict, smaller));
    }
    process.stdout.write(`${reports.join("\n")}\n${summary(verdicts)}`);
    expect(files.length).toBeGreaterThanOrEqual(200);
    expect(
      unexplained.map(({ ours }) => ours.name),
      "files that differ without a decision",
    ).toEqual([]);
  });
});

/** A smaller file with a difference of the same kind: what breaks a file in itself makes it no example. */
async function smallest({ ours, outcomes }: Verdict): Promise<Verdict> {
  const rules = refusingRules(outcomes.ours).join();
  const differs = async (smaller: PeerFile): Promise<boolean> => {
    const verdict = await compare(programs, smaller);
    return verdict.decisions === null && refusingRules(verdict.outcomes.ours).join() === rules;
  };
  return compare(programs, await shrunk(ours, differs));
}

/** The results in the order of the files. */
async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const turn = async (): Promise<void> => {
    for (const [i, item] of entries) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, turn));
  return results;
}

function summary(verdicts: readonly Verdict[]): string {
  const counts = new Map<string, number>();
  for (const { decisions } of verdicts) {
    for (const decision of decisions ?? ["unexplained"]) counts.set(decision, (counts.get(decision) ?? 0) + 1);
  }
  const same = verdicts.filter(({ decisions }) => decisions?.length === 0).length;
  const lines = [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([name, count]) => `  ${name}: ${count}\n`);
  return `test:peer: ${verdicts.length} files (seed ${seed}), ${same} with the same answers; differences by decision:\n${lines.join("")}`;
}
