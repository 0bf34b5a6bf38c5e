import type { FieldSignature } from "./field-types.ts";
import { anyValue, boolean, environment, filledText, optional, scalar, text } from "./field-values.ts";

export const fileFields: readonly FieldSignature[] = [
  {
    name: "name",
    type: scalar,
    since: "original",
    doc: "Name of the workflow, for people.",
    example: "name: inbox-triage",
  },
  {
    name: "description",
    type: anyValue,
    since: "original",
    doc: "What the workflow is for, for people.",
    example: "description: Sorts the inbox and asks before it moves anything",
  },
  {
    name: "args",
    type: optional({ kind: "map", of: optional({ kind: "part", part: "argument" }) }),
    judge: "arg-shorthand",
    since: "original",
    doc: "The arguments of the workflow. A command reads one as `${tag}` or `$LOBSTER_ARG_TAG`.",
    example: "args:\n  tag: {default: family}",
  },
  {
    name: "env",
    type: environment,
    since: "original",
    doc: "Environment variables of every step.",
    example: "env: {LANG: C.UTF-8}",
  },
  {
    name: "cwd",
    type: optional(text),
    since: "original",
    doc: "Working folder of every step, relative to where the run was started.",
    example: "cwd: ./site",
  },
  {
    name: "steps",
    type: { kind: "list", of: { kind: "part", part: "step" }, minimum: 1 },
    required: true,
    since: "original",
    doc: "What runs, in this order.",
    example: "steps:\n  - id: fetch\n    run: inbox list --json",
  },
  {
    name: "cost_limit",
    type: { kind: "part", part: "cost-limit" },
    since: "original",
    doc: "How much the models of one run may cost.",
    example: "cost_limit: {max_usd: 1, action: stop}",
  },
  {
    name: "allow",
    type: { kind: "list", of: text },
    since: "ours",
    doc: "Rules that are not reported in this file.",
    example: "allow: [unquoted-value]",
  },
  {
    name: "$schema",
    type: text,
    since: "ours",
    doc: "Where an editor finds the schema of this file; means nothing to a run.",
    example: "$schema: ./lobster.schema.json",
  },
];

export const argumentFields: readonly FieldSignature[] = [
  {
    name: "default",
    type: anyValue,
    since: "original",
    doc: "The value when none is given. Without it the argument must be given, unless `required: false`.",
    example: "default: family",
  },
  {
    name: "description",
    type: anyValue,
    since: "original",
    doc: "What the argument is for, for people.",
    example: "description: The label to sort by",
  },
  {
    name: "type",
    type: { kind: "enum", values: ["string", "number", "integer", "boolean", "array", "object"] },
    since: "ours",
    doc: "What a given value must be.",
    example: "type: integer",
  },
  {
    name: "required",
    type: boolean,
    since: "ours",
    doc: "`false`: without a value the argument is empty.",
    example: "required: false",
  },
  {
    name: "enum",
    type: { kind: "list", of: anyValue, minimum: 1 },
    since: "ours",
    doc: "The only values that are accepted.",
    example: "enum: [draft, final]",
  },
  {
    name: "secret",
    type: boolean,
    since: "ours",
    doc: "The value is masked in every output and never stored.",
    example: "secret: true",
  },
];

export const approvalFields: readonly FieldSignature[] = [
  {
    name: "prompt",
    type: text,
    since: "original",
    doc: "The question. May hold `${arg}` and `$step.json.field`.",
    example: "prompt: Send $draft.json.count drafts?",
  },
  {
    name: "items",
    type: { kind: "one-of", options: [{ kind: "list", of: anyValue }, text] },
    since: "original",
    doc: "What is approved, as a list or a reference to one; the step's own JSON without it.",
    example: "items: $drafts.json",
  },
  {
    name: "preview",
    type: text,
    since: "original",
    doc: "A text to look at before deciding; the start of the step's output without it.",
    example: "preview: $drafts.stdout",
  },
  {
    name: "initiated_by",
    aliases: ["initiatedBy"],
    type: text,
    since: "original",
    doc: "Who asks.",
    example: "initiated_by: ${user}",
  },
  {
    name: "required_approver",
    aliases: ["requiredApprover"],
    type: text,
    since: "original",
    doc: "The only person who may approve.",
    example: "required_approver: ana",
  },
  {
    name: "require_different_approver",
    aliases: ["requireDifferentApprover"],
    type: boolean,
    since: "original",
    doc: "Whoever asks may not approve.",
    example: "require_different_approver: true",
  },
  {
    name: "approvers",
    type: { kind: "list", of: filledText, minimum: 1 },
    since: "ours",
    doc: "The keys whose signed approval counts, as `lobster keygen` prints them; without such a signature nobody approves, at a terminal neither.",
    example: "approvers: ['ed25519:…']",
  },
  {
    name: "expires_ms",
    type: { kind: "integer", minimum: 1 },
    since: "ours",
    doc: "A gate that nobody decided in this many milliseconds cancels the run.",
    example: "expires_ms: 86400000",
  },
];

export const inputFields: readonly FieldSignature[] = [
  {
    name: "prompt",
    type: text,
    required: true,
    since: "original",
    doc: "The question.",
    example: "prompt: Which city?",
  },
  {
    name: "responseSchema",
    type: { kind: "map", of: anyValue },
    required: true,
    since: "original",
    doc: "JSON Schema that the answer must fit; an answer that does not is refused, and the run still waits.",
    example: "responseSchema: {type: object, properties: {city: {type: string}}}",
  },
  {
    name: "defaults",
    type: anyValue,
    since: "original",
    doc: "What the form shows before it is filled in; it is not taken for an answer.",
    example: "defaults: {city: Paris}",
  },
];

export const retryFields: readonly FieldSignature[] = [
  {
    name: "max",
    type: { kind: "integer", minimum: 1 },
    required: true,
    since: "original",
    doc: "How many attempts in all, the first included.",
    example: "max: 3",
  },
  {
    name: "backoff",
    type: { kind: "enum", values: ["fixed", "exponential"] },
    since: "original",
    doc: "Whether the delay stays the same (default) or doubles each time.",
    example: "backoff: exponential",
  },
  {
    name: "delay_ms",
    type: { kind: "number", minimum: 0 },
    since: "original",
    doc: "Delay before the second attempt; 1000 without it.",
    example: "delay_ms: 500",
  },
  {
    name: "max_delay_ms",
    type: { kind: "number", minimum: 0 },
    since: "original",
    doc: "The longest delay of `backoff: exponential`; 30000 without it.",
    example: "max_delay_ms: 10000",
  },
  { name: "jitter", type: boolean, since: "original", doc: "Varies each delay by a tenth.", example: "jitter: true" },
];

export const costLimitFields: readonly FieldSignature[] = [
  {
    name: "max_usd",
    type: { kind: "number", minimum: 0 },
    required: true,
    since: "original",
    doc: "The limit in US dollars.",
    example: "max_usd: 1",
  },
  {
    name: "action",
    type: { kind: "enum", values: ["warn", "stop"] },
    since: "original",
    doc: "What happens above the limit: a warning (default), or the run stops.",
    example: "action: stop",
  },
];
