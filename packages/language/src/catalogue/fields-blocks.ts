import type { FieldSignature } from "./field-types.ts";
import { anyValue, filledText, milliseconds } from "./field-values.ts";

/** The call of another workflow: of steps, and of branches when nothing in it asks for consent (D9). */
export const callFields: readonly FieldSignature[] = [
  {
    name: "workflow",
    type: filledText,
    action: true,
    since: "original",
    doc: "Runs another workflow file (path relative to this file) and takes its output.",
    example: "workflow: ./child.lobster",
  },
  {
    name: "workflow_args",
    type: { kind: "map", of: anyValue },
    owner: { keys: ["workflow"], severity: "warning", advice: "it gives arguments to a `workflow:` step" },
    since: "original",
    doc: "Arguments for the workflow that the step calls.",
    example: "workflow_args: {who: bob}",
  },
];

/** Actions that hold steps, and the keys that belong to them. */
export const blockFields: readonly FieldSignature[] = [
  ...callFields,
  {
    name: "parallel",
    type: { kind: "part", part: "parallel" },
    action: true,
    since: "original",
    doc: "Runs several branches at the same time.",
    example: "parallel:\n  branches:\n    - {id: a, run: make a}\n    - {id: b, run: make b}",
  },
  {
    name: "for_each",
    type: filledText,
    action: true,
    since: "original",
    doc: "Runs `steps` once for each item of a list: `$step.json…`, or an argument of type array.",
    example: "for_each: $list.json\nsteps:\n  - {id: show, run: 'echo $item.json.name'}",
  },
  {
    name: "steps",
    type: { kind: "list", of: { kind: "part", part: "sub-step" }, minimum: 1 },
    owner: { keys: ["for_each"], severity: "error", advice: "inner steps need `for_each:` beside them" },
    since: "original",
    doc: "The steps of a loop. They see `$item.json` and `$index.json`.",
    example: "steps:\n  - {id: show, run: 'echo $item.json.name'}",
  },
  {
    name: "item_var",
    type: { kind: "name" },
    owner: { keys: ["for_each"], severity: "warning", advice: "it names the item of a `for_each:` loop" },
    since: "original",
    doc: "Name of the loop's item; `item` without it.",
    example: "item_var: mail",
  },
  {
    name: "index_var",
    type: { kind: "name" },
    owner: { keys: ["for_each"], severity: "warning", advice: "it names the counter of a `for_each:` loop" },
    since: "original",
    doc: "Name of the loop's counter; `index` without it.",
    example: "index_var: n",
  },
  {
    name: "batch_size",
    type: { kind: "integer", minimum: 1 },
    owner: { keys: ["for_each"], severity: "warning", advice: "it belongs to a `for_each:` loop" },
    since: "original",
    doc: "After how many items the loop pauses for `pause_ms`; 1 without it.",
    example: "batch_size: 10\npause_ms: 1000",
  },
  {
    name: "pause_ms",
    type: { kind: "number", minimum: 0 },
    owner: { keys: ["for_each"], severity: "warning", advice: "it belongs to a `for_each:` loop" },
    since: "original",
    doc: "How long a loop pauses after each batch, in milliseconds.",
    example: "pause_ms: 1000",
  },
  {
    name: "concurrency",
    type: { kind: "integer", minimum: 1 },
    owner: {
      keys: ["for_each"],
      severity: "warning",
      advice: "it says how many items of a `for_each:` loop run at once",
    },
    since: "ours",
    doc: "How many items of a loop run at once; 1 without it.",
    example: "concurrency: 4",
  },
  {
    name: "input",
    type: { kind: "part", part: "input" },
    since: "original",
    doc: "Asks a person for data and stops the run until there is an answer: `$id.response`. `stdin` is what it is about.",
    example: "input:\n  prompt: Which city?\n  responseSchema: {type: string}",
  },
];

export const parallelFields: readonly FieldSignature[] = [
  {
    name: "branches",
    type: { kind: "list", of: { kind: "part", part: "branch" }, minimum: 1 },
    required: true,
    since: "original",
    doc: "What runs at the same time.",
    example: "branches:\n  - {id: a, run: make a}\n  - {id: b, run: make b}",
  },
  {
    name: "wait",
    type: { kind: "enum", values: ["all", "any"] },
    since: "original",
    doc: "`all` branches (default), or `any`: the first that succeeds; the others are ended.",
    example: "wait: any",
  },
  {
    name: "timeout_ms",
    type: milliseconds,
    since: "original",
    doc: "The block fails after this many milliseconds.",
    example: "timeout_ms: 30000",
  },
  {
    name: "concurrency",
    type: { kind: "integer", minimum: 1 },
    since: "ours",
    doc: "How many branches run at once; 16 without it.",
    example: "concurrency: 4",
  },
];
