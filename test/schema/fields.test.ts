import { describe, expect, it } from "vitest";
import { check } from "@lobster-lang/checker";
import { readWorkflow } from "@lobster-lang/grammar";
import { fieldOf, lookAlikes, type PartName, parts } from "@lobster-lang/language";

/** A file that holds these lines at the level of one part. */
const holders: { readonly [part in PartName]: (lines: string) => string } = {
  file: (lines) => (lines.startsWith("steps:") ? lines : `${lines}\nsteps:\n  - {id: a, run: echo a}`),
  argument: (lines) => `args:\n  a:\n${indented(lines, 4)}\nsteps:\n  - {id: b, run: echo b}`,
  step: (lines) => stepWith(lines),
  branch: (lines) => `steps:\n  - id: p\n    parallel:\n      branches:\n${itemWith(lines, 8)}`,
  "sub-step": (lines) => `steps:\n  - id: l\n    for_each: $a.json\n    steps:\n${itemWith(lines, 6)}`,
  approval: (lines) => `steps:\n  - id: g\n    approval:\n${indented(lines, 6)}`,
  parallel: (lines) => `steps:\n  - id: p\n    parallel:\n${indented(`${lines}\n${branchesUnless(lines)}`, 6)}`,
  input: (lines) => `steps:\n  - id: q\n    input:\n${indented(`${lines}\n${inputUnless(lines)}`, 6)}`,
  retry: (lines) =>
    `steps:\n  - id: r\n    run: x\n    retry:\n${indented(/^max:/m.test(lines) ? lines : `${lines}\nmax: 2`, 6)}`,
  "cost-limit": (lines) =>
    `cost_limit:\n${indented(/^max_usd:/m.test(lines) ? lines : `${lines}\nmax_usd: 1`, 2)}\nsteps:\n  - {id: a, run: echo a}`,
};

function indented(lines: string, by: number): string {
  return lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => " ".repeat(by) + line)
    .join("\n");
}

/** A step with what its keys need beside them. */
function stepWith(lines: string): string {
  return `steps:\n${itemWith(lines, 2)}`;
}

function itemWith(lines: string, by: number): string {
  const has = (key: string): boolean => new RegExp(`^${key}:`, "m").test(lines);
  const acts = ["run", "command", "pipeline", "workflow", "parallel", "for_each", "input", "approval"].some(has);
  const loop =
    ["steps", "item_var", "index_var", "batch_size", "pause_ms", "concurrency"].some(has) && !has("for_each");
  const extra = [
    has("id") ? "" : "id: s",
    loop ? "for_each: $a.json" : "",
    (loop || has("for_each")) && !has("steps") ? "steps: [{id: t, run: x}]" : "",
    has("workflow_args") ? "workflow: ./x.lobster" : "",
    acts || loop || has("workflow_args") ? "" : "run: x",
  ];
  const all = [...extra, lines].filter((line) => line !== "").join("\n");
  return `${" ".repeat(by)}- ${indented(all, by + 2).trimStart()}`;
}

function branchesUnless(lines: string): string {
  return /^branches:/m.test(lines) ? "" : "branches: [{id: x, run: x}]";
}

function inputUnless(lines: string): string {
  return [
    /^prompt:/m.test(lines) ? "" : "prompt: x",
    /^responseSchema:/m.test(lines) ? "" : "responseSchema: {type: string}",
  ].join("\n");
}

const structure =
  /^(?:unknown-key|unknown-approval-key|wrong-type|inert-key|not-a-gate|gate-that-says-no|missing-id|invalid-id|nothing-to-run|several-actions|arg-shorthand|yaml-syntax|not-lobster)$/;

function structureOf(text: string): string[] {
  return check(readWorkflow(text))
    .filter(({ rule }) => structure.test(rule))
    .map(({ rule, message }) => `${rule}: ${message}`);
}

describe("the table of fields", () => {
  const fields = Object.values(parts).flatMap((part) => part.fields.map((field) => ({ part: part.name, field })));

  it.each(fields)("shows $part.$field.name by an example that is right", ({ part, field }) => {
    const text = holders[part](field.example);
    // A pause without a batch, or an empty condition, is no fault of the example.
    expect(
      structureOf(text).filter((found) => !found.includes("without `pause_ms`") && !found.includes("backoff: exp")),
      text,
    ).toEqual([]);
  });

  it("describes each field by a sentence", () => {
    for (const { field } of fields) expect(field.doc, field.name).toMatch(/^[A-Z`].*[^.]\.$/s);
  });
});

describe("keys of other languages", () => {
  const pairs = lookAlikes.flatMap((look) => look.on.flatMap((part) => look.keys.map((key) => ({ part, key, look }))));

  it("are none of ours, and name one of ours", () => {
    for (const { part, key, look } of pairs) {
      expect(fieldOf(part, key), `${part}.${key}`).toBe(undefined);
      if (look.instead !== undefined) expect(fieldOf(part, look.instead), `${part}.${look.instead}`).toBeDefined();
      expect(look.advice, key).toMatch(/^[a-z`].*[^.]$/s);
    }
  });

  it("are in the table once", () => {
    const seen = pairs.map(({ part, key }) => `${part} ${key.replaceAll("_", "")}`);
    expect(seen.filter((pair, index) => seen.indexOf(pair) !== index)).toEqual([]);
  });

  it("are each reported with their advice, once", () => {
    for (const { part, key, look } of pairs) {
      const found = structureOf(holders[part](`${key}: x`)).filter((message) => message.includes(`\`${key}\``));
      expect(found.length, `${part}.${key}: ${found.join("; ")}`).toBe(1);
      if (look.judge !== "not-a-gate") expect(found[0], `${part}.${key}`).toContain(look.advice);
    }
  });
});
