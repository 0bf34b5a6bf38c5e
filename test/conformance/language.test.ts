import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { expectedOf, outcomeOf, reproduces } from "./language-case.ts";
import type { LanguageCase, Outcome } from "./language-case.ts";

/*
 * Every measured case of the original is reproduced, or stands in the ledger of differences with our result and the
 * decision it follows from. `LOBSTER_CONFORMANCE_OUT=FILE npx vitest run
 * test/conformance` writes what every case that is neither reproduced nor listed gave, to fill the ledger by hand.
 */

interface Difference {
  readonly case: string;
  readonly ours: Outcome;
  /**
   * A row of the table of deliberate differences: `D28`. What the original silently ignores or misreads and we report
   * before anything runs is `D5`. Or `wording`: the same but for the words of a message; or `invariant-3`: a plan is
   * canonical JSON, which has no -0.
   */
  readonly decision: string;
}

const cases = rows<LanguageCase>("cases/language.jsonl");
const differences = new Map(rows<Difference>("differences.jsonl").map((row) => [row.case, row]));
const unlisted: unknown[] = [];

function rows<T>(name: string): readonly T[] {
  const text = readFileSync(join(import.meta.dirname, name), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}

describe.concurrent("the original's cases", () => {
  for (const example of cases) {
    const name = `${example.id}: ${differences.has(example.id) ? "differs by decision" : "as the original"}`;
    test.concurrent(name, async () => {
      const ours = await outcomeOf(example);
      const expected = expectedOf(example);
      const difference = differences.get(example.id);
      if (process.env["LOBSTER_CONFORMANCE_OUT"] !== undefined) {
        if (difference === undefined && !reproduces(ours, expected)) {
          unlisted.push({ case: example.id, ours, expected, input: example.input });
        }
        return;
      }
      if (difference !== undefined) expect(ours, `ledger, ${difference.decision}`).toMatchObject(difference.ours);
      else if (!reproduces(ours, expected)) expect(ours, `observed of the original`).toEqual(expected);
    });
  }
});

describe("the ledger", () => {
  const ids = new Set(cases.map((example) => example.id));

  test("names cases that exist, each once, and a decision for each", () => {
    for (const row of differences.values()) {
      expect(ids, row.case).toContain(row.case);
      expect(row.decision, row.case).toMatch(/^(D([1-9]|[1-3][0-9]|4[0-7])|wording|invariant-3)$/);
    }
    expect(rows("differences.jsonl")).toHaveLength(differences.size);
  });

  test("names the rules that refuse a file, where nothing of it runs (D5)", () => {
    for (const { case: id, ours, decision } of differences.values()) {
      if (decision === "D5") expect("error" in ours ? ours.error : [], id).not.toEqual([]);
    }
  });
});

afterAll(() => {
  const file = process.env["LOBSTER_CONFORMANCE_OUT"];
  if (file !== undefined) writeFileSync(file, unlisted.map((row) => JSON.stringify(row)).join("\n"));
});
