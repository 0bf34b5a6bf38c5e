import { canonicalJson, innerSteps, planHash, type Json, type Plan, type PlanStep } from "@lobster-lang/plan";
import { openState, openValues, type OutputStore, type RunFolder } from "@lobster-lang/state";
import { resolveArgs } from "./args.ts";
import { Refused, Suspended } from "./engine.ts";
import { openLedger } from "./costs/ledger.ts";
import { pricesFrom } from "./costs/prices.ts";
import { summaryOf } from "./costs/summary.ts";
import { cancelledEnvelope, errorEnvelope, okEnvelope, pausedEnvelope, withCost } from "./envelope.ts";
import { chargesIn } from "./execute.ts";
import { inheritedEnvironment } from "./environment.ts";
import { RunFailure, messageOf } from "./failures.ts";
import { nodeHost, type Host } from "./host.ts";
import { interpret } from "./interpreter.ts";
import { limitsFrom } from "./limits.ts";
import { replayEngine, WithoutRecord } from "./replay-engine.ts";
import { maskedEnvelope } from "./secrets/masked-envelope.ts";
import { openVault } from "./secrets/vault.ts";
import type { Envelope } from "./types.ts";

export interface ReplayOptions {
  readonly run: string;
  readonly stateDir: string;
  readonly env: { readonly [name: string]: string | undefined };
  /** Another plan to try on the recorded outputs; absent: the run's own. */
  readonly plan?: Plan;
  readonly host?: Host;
}

/** What a plan makes of the recorded outputs of a run. */
export interface Replayed {
  /** Null when it stopped at a step without a record. */
  readonly envelope: Envelope | null;
  /** That step or gate. */
  readonly stoppedAt: { readonly key: string; readonly message: string } | null;
  /** What another plan does differently: steps by key, in the order in which they are met. */
  readonly differences: readonly Difference[];
}

export interface Difference {
  readonly key: string;
  readonly was: "ran" | "did not run";
  readonly now: "runs" | "does not run" | "runs another command";
}

/**
 * Executes a plan on the recorded outputs of a run, without any effect: no program starts, no file is written, nobody is
 * asked. With the run's own plan it gives the recorded envelope.
 * @throws RunFailure, StateError in words for a run that cannot be read.
 */
export async function replay(options: ReplayOptions): Promise<Replayed> {
  const host = options.host ?? nodeHost;
  const state = await openState(options.stateDir, { files: host.files, now: host.now });
  const folder = await state.openRun(options.run);
  const own = (await folder.readPlan()) as Plan;
  if (planHash(own) !== folder.header.planHash)
    throw new RunFailure(`the stored plan of run \`${folder.id}\` is not the one that it began with`);
  if (options.plan === undefined) {
    const { envelope, stoppedAt } = await replayed(folder, own, new Set(), options, host);
    return { envelope, stoppedAt, differences: [] };
  }
  // Both passes enter the same blocks, so that they can be told from each other step by step.
  const entered = changedSteps(own, options.plan, allOf);
  const before = await replayed(folder, own, entered, options, host);
  const after = await replayed(folder, options.plan, entered, options, host);
  const { envelope, stoppedAt } = after;
  const changed = changedSteps(own, options.plan, workOf);
  const then = stoppedAt === null ? before.met : before.met.filter((key) => after.met.includes(key));
  return { envelope, stoppedAt, differences: differencesOf(then, after.met, changed) };
}

interface Pass {
  readonly envelope: Envelope | null;
  readonly stoppedAt: Replayed["stoppedAt"];
  readonly met: readonly string[];
}

async function replayed(
  folder: RunFolder,
  plan: Plan,
  changed: ReadonlySet<string>,
  options: ReplayOptions,
  host: Host,
): Promise<Pass> {
  const { records } = await folder.readJournal();
  const engine = replayEngine({
    runId: folder.id,
    planHash: folder.header.planHash,
    records,
    // A key is `loop/3/step`: the block stands before what is in it.
    enters: (key) => {
      const path = `${idsOf(key).join("/")}/`;
      return [...changed].some((inner) => inner.startsWith(path));
    },
  });
  // Without the secrets their marks stay closed, and are shown as what they are.
  const vault = openVault([], folder.header.secretMark ?? null);
  const earlier = chargesIn(records);
  const ledger = {
    earlier,
    prices: pricesFrom(options.env, () => undefined),
    write: async () => undefined,
    warn: () => undefined,
    limited: false,
  };
  const end = (envelope: Envelope | null, stoppedAt: Pass["stoppedAt"] = null): Pass => ({
    envelope: envelope === null ? null : maskedEnvelope(withCost(envelope, summaryOf(earlier)), vault),
    stoppedAt,
    met: engine.met,
  });
  try {
    const { output } = await interpret({
      plan,
      args: argumentsFor(plan, folder),
      engine,
      world: {
        files: host.files,
        outputs: inMemory(folder.outputs()),
        start: () => Promise.reject(new RunFailure("a replay starts no program")),
        request: () => Promise.reject(new RunFailure("a replay sends nothing")),
        limits: limitsFrom(options.env, {}),
        onStderr: undefined,
        stateDir: options.stateDir,
        values: openValues(host.files, options.stateDir),
        now: host.now,
        vault,
        models: {},
        programFolder: null,
        commands: [],
      },
      env: options.env,
      inherited: inheritedEnvironment(options.env),
      cwd: folder.header.cwd,
      signal: new AbortController().signal,
      warn: () => undefined,
      // What the run has cost is told by its journal; a limit that it did not reach then is not reached now.
      costs: { ...openLedger(ledger), enforce: () => undefined },
      costLimits: [],
      now: host.now,
      rootFolder: folder.header.cwd,
      depth: 0,
      compile: undefined,
      runFile: async (nested) => (await import("./nested-run.ts")).runFile(nested),
    });
    return end(okEnvelope(output));
  } catch (error) {
    if (error instanceof WithoutRecord) return end(null, { key: error.key, message: error.message });
    if (error instanceof Suspended) return end(pausedEnvelope(error.gate));
    if (error instanceof Refused) return end(cancelledEnvelope());
    return end(errorEnvelope(error instanceof RunFailure ? error.type : "runtime_error", messageOf(error)));
  }
}

/** The arguments of the run; of secret ones, which were not kept, a word that stands for them. */
function argumentsFor(plan: Plan, folder: RunFolder): { readonly [name: string]: Json } {
  const { args, secretArgs } = folder.header;
  const declared = new Set(plan.args.map(({ name }) => name));
  const known = Object.entries(args).filter(([name]) => declared.has(name));
  const secret = secretArgs.filter((name) => declared.has(name)).map((name) => [name, "<secret>"] as const);
  const resolved = resolveArgs(plan, Object.fromEntries([...known, ...secret]));
  if ("problems" in resolved) throw new RunFailure(resolved.problems.join("; "), "parse_error");
  return resolved.values;
}

/** What a replay makes stays in memory. */
function inMemory(outputs: OutputStore): OutputStore {
  return { ...outputs, keep: async (text) => ({ text }) };
}

/** Paths of steps (`loop/step`) of which something else is told in the two plans, or that stand in one of them only. */
function changedSteps(own: Plan, other: Plan, told: Told): ReadonlySet<string> {
  const [before, after] = [textsOf(own.steps, "", own, told), textsOf(other.steps, "", other, told)];
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return new Set(paths.filter((path) => before.get(path) !== after.get(path)));
}

function textsOf(steps: readonly PlanStep[], prefix: string, plan: Plan, told: Told): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const step of steps) {
    const path = prefix + step.id;
    texts.set(path, canonicalJson(told(step, plan)));
    for (const [key, text] of textsOf(innerOf(step, plan), `${path}/`, plan, told)) texts.set(key, text);
  }
  return texts;
}

/** What is told of a step of a plan. */
type Told = (step: PlanStep, plan: Plan) => object;

/** Everything but the steps inside, which stand for themselves. */
function allOf(step: PlanStep, plan: Plan): object {
  const { action } = step;
  if (action?.kind !== "workflow") return { ...step, action: { ...action, steps: [], branches: [] } };
  const { steps: _, ...child } = plan.children?.[action.child] ?? { steps: [] };
  return { ...step, action: { ...action, child } };
}

/** What a step does when it runs: a recorded output is that of this. */
function workOf(step: PlanStep, plan: Plan): object {
  const { action, stdin, env, cwd } = allOf(step, plan) as PlanStep;
  return { action, stdin, env, cwd };
}

function innerOf(step: PlanStep, plan: Plan): readonly PlanStep[] {
  const { action } = step;
  if (action?.kind === "workflow") return plan.children?.[action.child]?.steps ?? [];
  return innerSteps(step)?.steps ?? [];
}

/** `loop#2/3/step/1-2` names the steps `loop`, `step`: without attempts, rounds and stages. */
function idsOf(key: string): readonly string[] {
  return key
    .split("/")
    .map((part) => part.replace(/#\d+$/, ""))
    .filter((part) => !/^(?:\d+|\d+-\d+|delivered)$/.test(part));
}

function differencesOf(
  before: readonly string[],
  after: readonly string[],
  changed: ReadonlySet<string>,
): Difference[] {
  const [then, now] = [new Set(before), new Set(after)];
  const differences: Difference[] = [];
  for (const key of now) {
    if (!then.has(key)) differences.push({ key, was: "did not run", now: "runs" });
    else if (changed.has(idsOf(key).join("/"))) differences.push({ key, was: "ran", now: "runs another command" });
  }
  for (const key of then) if (!now.has(key)) differences.push({ key, was: "ran", now: "does not run" });
  return differences;
}
