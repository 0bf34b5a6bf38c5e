import { describe, expect, it } from "vitest";
import { explainers } from "./explainers/index.ts";
import type { Difference, Explainer } from "./explainers/explainer.ts";
import { samples } from "./generate/choices.ts";
import { decided, type Decided, type Draft } from "./generate/decided.ts";
import { faults } from "./generate/faults.ts";
import { spelled } from "./generate/spelling.ts";
import { peerFile, type PeerFile } from "./peer-file.ts";
import type { Outcome, Round } from "./run-file.ts";

const plainDraft: Draft = { workflow: { steps: [{ id: "first", run: "echo one" }] }, given: null };

function applying({ ours, original }: { ours: PeerFile; original: PeerFile }): string[] {
  return explainers
    .filter(({ rewrite }) => rewrite !== undefined && rewrite({ ours, original }) !== null)
    .map(({ decision }) => decision);
}

function fileOf({ apply, isYaml }: Decided, seed: number): PeerFile {
  const [file] = samples(seed, 1, (choices) => {
    const { workflow, given } = apply(choices, plainDraft);
    const text = isYaml === true ? spelled(choices, workflow) : JSON.stringify(workflow);
    return peerFile({ name: "", text, args: given });
  });
  return file!;
}

const ok = (output: unknown, before = ""): Round => ({
  status: "ok",
  output,
  requiresApproval: null,
  requiresInput: null,
  before,
});
const outcome = (...rounds: Round[]): Outcome => ({ rounds, files: {} });
const named = (decision: string): Explainer => explainers.find((each) => each.decision === decision)!;

describe("explainers", () => {
  it("say nothing about a file that no decision is about", () => {
    const file = peerFile({ name: "", text: JSON.stringify(plainDraft.workflow) });
    expect(applying({ ours: file, original: file })).toEqual([]);
    const pipeline = peerFile({ name: "", kind: "pipeline", text: "exec echo a | head --n 1" });
    expect(applying({ ours: pipeline, original: pipeline })).toEqual([]);
  });

  it.each(decided.map((each) => [each.decision, each] as const))("%s is seen where a file has it", (decision, each) => {
    for (const seed of [1, 2, 3]) {
      const file = fileOf(each, seed);
      expect(applying({ ours: file, original: file }), file.text).toContain(decision);
    }
  });

  it("take a refusal only for the fault that the file was made to have (D5)", () => {
    const refused: Round = { failed: "error[unknown-key]: `iff` is no key of a step" };
    const difference = (made: Partial<PeerFile>, ours: Outcome): Difference => {
      const file = peerFile({ name: "", text: "", ...made });
      return { ours: file, original: file, outcomes: { original: outcome(ok([])), ours } };
    };
    const { accounts } = named("D5");
    expect(accounts!(difference({ faults: ["unknown-key"] }, outcome(refused)))).toBe("D5");
    expect(accounts!(difference({}, outcome(refused)))).toBe(false);
    expect(accounts!(difference({ faults: ["unknown-step"] }, outcome(refused)))).toBe(false);
    expect(accounts!(difference({ faults: ["unknown-key"] }, { ...outcome(refused), files: { log: "x" } }))).toBe(
      false,
    );
    expect(accounts!(difference({ faults: ["unknown-key"] }, outcome({ failed: "exit 1" })))).toBe(false);
  });

  it("read what was printed before the envelope as its output (D38)", () => {
    const { reads } = named("D38");
    const json = peerFile({ name: "", kind: "pipeline", text: "exec echo a | json" });
    expect(reads!(outcome(ok([], '[\n  "a"\n]\n')), json)).toEqual(outcome(ok(["a"])));
    const table = { ...json, text: "exec echo a | table" };
    expect(reads!(outcome(ok([], "a\n")), table)).toEqual(outcome(ok(["a\n"])));
    expect(reads!(outcome(ok(["a"])), { ...json, text: "exec echo a" })).toBeNull();
  });

  it("have a row each for the decisions that the generator makes files of, and faults name their rules", () => {
    const decisions = new Set(explainers.map(({ decision }) => decision));
    expect(decided.filter(({ decision }) => !decisions.has(decision))).toEqual([]);
    expect(faults.filter(({ rules }) => rules.length === 0)).toEqual([]);
  });
});
