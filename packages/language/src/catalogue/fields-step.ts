import type { FieldSignature } from "./field-types.ts";
import {
  anyValue,
  boolean,
  condition,
  environment,
  filledText,
  milliseconds,
  optional,
  scalar,
  text,
} from "./field-values.ts";
import { blockFields, callFields } from "./fields-blocks.ts";

const id: FieldSignature = {
  name: "id",
  type: filledText,
  required: true,
  judge: "invalid-id",
  since: "original",
  doc: "Name of the step, unique in the file. Later steps read its result by it: `$fetch.stdout`, `$fetch.json.count`.",
  example: "id: fetch",
};

const labels: readonly FieldSignature[] = [
  {
    name: "name",
    type: scalar,
    since: "ours",
    doc: "A label for people: shown in progress, graph and approval requests.",
    example: "name: Fetch the inbox",
  },
  {
    name: "description",
    type: anyValue,
    since: "ours",
    doc: "What the step is for, for people.",
    example: "description: Reads the newest mails",
  },
];

const commands: readonly FieldSignature[] = [
  {
    name: "run",
    type: filledText,
    action: true,
    since: "original",
    doc: "A shell command. `${arg}` and `$step.json.field` in it are data, never shell code.",
    example: "run: inbox list --json",
  },
  {
    name: "command",
    type: filledText,
    action: true,
    since: "original",
    doc: "The same as `run`.",
    example: "command: inbox list --json",
  },
  {
    name: "pipeline",
    type: filledText,
    action: true,
    since: "original",
    doc: "A pipeline of stages; the items of `stdin` go into the first one.",
    example: "pipeline: where status=open | head --n 5",
  },
];

const approval: FieldSignature = {
  name: "approval",
  type: { kind: "one-of", options: [boolean, filledText, { kind: "part", part: "approval" }] },
  judge: "not-a-gate",
  since: "original",
  doc: "Stops the run until a person approves. With an action on the same step the action runs first and its result is shown.",
  example: "approval: Send the drafts?",
};

const surroundings: readonly FieldSignature[] = [
  {
    name: "stdin",
    type: anyValue,
    inertBeside: {
      keys: ["parallel", "workflow", "for_each"],
      severity: "error",
      advice: "give it to the step or branch that reads it",
    },
    since: "original",
    doc: "What the step reads: a text, or a value that becomes JSON (items for a pipeline, the preview for a gate).",
    example: "stdin: $collect.json",
  },
  {
    name: "env",
    type: environment,
    since: "original",
    doc: "Environment variables of the step. Values may hold `${arg}` and `$step.json.field`; shell variables are not expanded.",
    example: 'env: {TITLE: "$fetch.json.title"}',
  },
  {
    name: "cwd",
    type: optional(text),
    since: "original",
    doc: "Working folder of the step, relative to where the run was started.",
    example: "cwd: ./site",
  },
];

const conditions: readonly FieldSignature[] = [
  {
    name: "when",
    type: condition,
    since: "original",
    doc: "The step runs only if this is true, else it is skipped.",
    example: "when: $check.json.count > 0",
  },
  {
    name: "condition",
    type: condition,
    since: "original",
    doc: "The same as `when`.",
    example: "condition: $gate.approved",
  },
];

const attempts: readonly FieldSignature[] = [
  {
    name: "timeout_ms",
    type: milliseconds,
    since: "original",
    doc: "The step fails after this many milliseconds and its processes are ended.",
    example: "timeout_ms: 30000",
  },
  {
    name: "on_error",
    type: { kind: "enum", values: ["stop", "continue", "skip_rest"] },
    since: "original",
    doc: "What a failure does: `stop` the run (default), `continue` with the next step, `skip_rest` and end well.",
    example: "on_error: continue",
  },
  {
    name: "retry",
    type: { kind: "part", part: "retry" },
    since: "original",
    doc: "Repeats a failed step, at most `max` attempts in all, with a delay between them.",
    example: "retry: {max: 3, delay_ms: 500}",
  },
  {
    name: "output_schema",
    type: { kind: "map", of: anyValue },
    since: "ours",
    inertBeside: {
      keys: ["parallel", "for_each"],
      severity: "error",
      advice: "give it to the step or branch whose output it is about",
    },
    doc: "JSON Schema of the step's `.json`; the step fails when its output does not fit.",
    example: "output_schema: {type: object, required: [count]}",
  },
  {
    name: "idempotent",
    type: boolean,
    since: "ours",
    doc: "The step may be run again after a crash without asking.",
    example: "idempotent: true",
  },
  {
    name: "allow",
    type: { kind: "list", of: text },
    since: "ours",
    doc: "Rules that are not reported on this step.",
    example: "allow: [unquoted-value]",
  },
];

export const stepFields: readonly FieldSignature[] = [
  id,
  ...labels,
  ...commands,
  ...blockFields,
  approval,
  ...surroundings,
  ...conditions,
  ...attempts,
];

/** A branch has no gate (D9) and no inner blocks; the rest works as on a step (D10). */
export const branchFields: readonly FieldSignature[] = [
  id,
  ...labels,
  ...commands,
  ...callFields,
  ...surroundings,
  ...conditions,
  ...attempts,
];

/** A step of a loop can do what any step can, also be a gate (D9) or a loop (D10). */
export const subStepFields: readonly FieldSignature[] = stepFields;
