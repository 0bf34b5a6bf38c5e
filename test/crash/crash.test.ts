import { readFileSync, readdirSync } from "node:fs";
import { join, normalize } from "node:path";
import { compile, compilePipeline, type CompileHost } from "@lobster-lang/compiler";
import { placedSteps, type Plan } from "@lobster-lang/plan";
import { afterAll, describe, expect, test } from "vitest";
import { story, type Answer, type Ending, type Story } from "./simulated-run.ts";

const folder = join(import.meta.dirname, "plans");
const files = readdirSync(folder)
  .filter((name) => name !== "called")
  .toSorted();

// All points in the long form; in the short one a few of each plan, others each time.
const stride = process.env["LOBSTER_LONG"] === "1" ? 1 : 23;
let points = 0;
afterAll(() => console.log(`killed at ${points} points in ${files.length} plans`));

/** What the plans call lies beside them. */
const called: CompileHost = {
  readText: (path) => {
    const name = normalize(path);
    return { kind: "text", name, identity: name, text: readFileSync(join(folder, name), "utf8"), problem: null };
  },
};

function planOf(name: string): Plan {
  const text = readFileSync(join(folder, name), "utf8");
  const { plan, diagnostics } = name.endsWith(".pipeline")
    ? compilePipeline(text)
    : compile(text, called, { fileName: name });
  if (plan === null) throw new Error(`${name}: ${diagnostics.map(({ message }) => message).join("; ")}`);
  return plan;
}

/** Effects are named by the keys of their steps. */
function expectWhole(undisturbed: Story, told: Story): void {
  expect(told.envelope).toEqual(undisturbed.envelope);
  for (const [key, times] of undisturbed.effects) {
    const now = told.effects.get(key) ?? 0;
    expect([key, now >= times]).toEqual([key, true]);
    // A finished step has had its effect, once; one that was interrupted was told to run again.
    expect([key, now <= times + (told.finished.has(key) ? 0 : 1)]).toEqual([key, true]);
  }
  expect([...told.effects.keys()].filter((key) => !undisturbed.effects.has(key))).toEqual([]);
  const decisions = told.records.flatMap((record) => (record.type === "gate-decided" ? [record.key] : []));
  expect(decisions.toSorted()).toEqual([...new Set(decisions)].toSorted());
  for (const key of told.decided) expect(decisions).toContain(key);
}

test.each(files.filter((name) => name.endsWith(".lobster")))("%s is a plan of six steps or more", (name) => {
  expect([...placedSteps(planOf(name))].length).toBeGreaterThanOrEqual(6);
});

describe.each(["kill", "loss of power"] as const)("a %s at any point loses nothing", { timeout: 600_000 }, (ending) => {
  test.each(files)("%s", async (name) => {
    const plan = planOf(name);
    const undisturbed = await story(plan, Infinity, ending);
    expect(undisturbed.envelope).toMatchObject({ ok: true, status: "ok" });
    for (let point = 1 + Math.floor(Math.random() * stride); ; point += stride) {
      const told = await toldOf(plan, point, ending);
      if (!told.wasKilled) break;
      points++;
      expectWholeAt(point, undisturbed, told);
    }
  });
});

test.each(["kill", "loss of power"] as const)(
  "a refusal holds after a %s at any point",
  { timeout: 600_000 },
  async (ending) => {
    const plan = planOf("gates-in-a-loop.lobster");
    const undisturbed = await story(plan, Infinity, ending, "reject");
    expect(undisturbed.envelope).toMatchObject({ ok: true, status: "cancelled" });
    expect([...undisturbed.effects.keys()]).toEqual(["list", "each/0/prepare"]);
    for (let point = 1; ; point += Math.ceil(stride / 4)) {
      const told = await toldOf(plan, point, ending, "reject");
      if (!told.wasKilled) break;
      points++;
      expectWholeAt(point, undisturbed, told);
    }
  },
);

async function toldOf(plan: Plan, point: number, ending: Ending, answer?: Answer): Promise<Story> {
  try {
    return await story(plan, point, ending, answer);
  } catch (error) {
    throw new Error(`${ending} at point ${point}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function expectWholeAt(point: number, undisturbed: Story, told: Story): void {
  try {
    expectWhole(undisturbed, told);
  } catch (error) {
    if (error instanceof Error) error.message = `at point ${point}: ${error.message}`;
    throw error;
  }
}
