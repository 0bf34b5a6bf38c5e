import { readdirSync, readFileSync } from "node:fs";
import { readWorkflow } from "@lobster-lang/grammar";
import { expect, test } from "vitest";
import { sightSet, sightsOf } from "../src/facts/sights.ts";
import { modelOf } from "../src/model/build.ts";
import { rules } from "../src/rules/index.ts";

const data = new URL("../../../test/data/", import.meta.url);
const files = ["ok/", "err/", "plan/"].flatMap((folder) =>
  readdirSync(new URL(folder, data))
    .filter((name) => /\.(?:lobster|ya?ml|json)$/.test(name))
    .map((name) => readFileSync(new URL(folder + name, data), "utf8")),
);
const examples = rules.flatMap((rule) => [rule.wrong, rule.right]);

test("a rule finds nothing in steps that have none of what it looks at", () => {
  let asked = 0;
  for (const text of [...files, ...examples]) {
    const tree = readWorkflow(text);
    const model = modelOf(tree);
    for (const { step } of model.allSteps) {
      const there = sightsOf(model, step);
      for (const rule of rules) {
        if (rule.looksAt === undefined || (sightSet(rule.looksAt) & there) !== 0) continue;
        asked++;
        rule.step?.(step, {
          tree,
          model,
          called: () => undefined,
          report: ({ message }) => expect.fail(`${rule.id}: ${message} in ${text}`),
        });
      }
    }
  }
  expect(asked).toBeGreaterThan(1_000);
});
