// The schema of plans: the only place where it is written. generate-plan-schema.mjs makes the published file, the
// validation code and the types that hold `types.ts` to it.
/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema, and nothing here is awaited */
import { Type } from "typebox";
import { stageDefinition } from "./stage-schema.mjs";

const record = (properties) => Type.Object(properties, { additionalProperties: false });
const ref = (name) => Type.Ref(`#/$defs/${name}`);
const list = (items, options) => Type.Array(items, options);
const orNull = (schema) => Type.Union([schema, Type.Null()]);
const text = () => Type.String();
const nonEmpty = () => Type.String({ pattern: "^[^\\u0000]+$" });
const oneOf = (...values) => Type.Enum(values);

/** An object with exactly one of these keys: a union whose faults can be named exactly. */
const oneKeyOf = (properties) =>
  Type.Unsafe({ type: "object", minProperties: 1, maxProperties: 1, properties, additionalProperties: false });

const childKey = () => Type.String({ pattern: "^[0-9a-f]{64}$" });

/** A map by keys of children; whether each key is the hash of its child, no schema can say. */
const byChild = (schema) => Type.Unsafe({ type: "object", additionalProperties: schema });

const costLimit = () => orNull(record({ maxUsd: Type.Number({ minimum: 0 }), action: oneOf("warn", "stop") }));

const fileSource = () => ({
  file: orNull(Type.String({ pattern: "^[^/\\\\]*$" })),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  ranges: Type.Unsafe({
    type: "object",
    additionalProperties: record({ start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) }),
  }),
});

/** A union told apart by the value of `key`. */
const taggedBy = (key, variants) =>
  Type.Unsafe({
    type: "object",
    required: [key],
    properties: { [key]: { enum: variants.flatMap(([tags]) => tags) } },
    allOf: variants.map(([tags, schema]) => ({
      if: { properties: { [key]: { enum: tags } }, required: [key] },
      then: schema,
    })),
  });

const comparisons = ["==", "!=", "<=", ">=", "<", ">"];

/** @param catalogue {commands, filters, referenceFields} of the language package */
export function planSchema({ commands, filters, referenceFields }) {
  const definitions = {
    Json: {},
    Reference: record({
      step: nonEmpty(),
      path: Type.Unsafe({
        type: "array",
        minItems: 1,
        prefixItems: [{ enum: referenceFields.map((field) => field.name) }],
        items: Type.Union([text(), Type.Integer({ minimum: 0 })]),
      }),
    }),
    Part: oneKeyOf({ text: text(), arg: nonEmpty(), ref: ref("Reference") }),
    Text: list(ref("Part")),
    Whole: oneKeyOf({ arg: nonEmpty(), ref: ref("Reference") }),
    Value: oneKeyOf({
      text: ref("Text"),
      whole: ref("Whole"),
      json: ref("Json"),
      list: list(ref("Value")),
      map: list(record({ key: text(), value: ref("Value") })),
    }),
    Env: record({ name: Type.String({ pattern: "^(?!_LOBSTER_)[^=\\u0000]+$" }), value: ref("Text") }),
    Arg: record({
      name: nonEmpty(),
      variable: orNull(Type.String({ pattern: "^LOBSTER_ARG_[A-Z0-9_]+$" })),
      type: oneOf("string", "number", "integer", "boolean", "array", "object"),
      required: Type.Boolean(),
      default: ref("Json"),
      hasDefault: Type.Boolean(),
      enum: orNull(list(ref("Json"))),
      secret: Type.Boolean(),
      description: orNull(text()),
    }),
    Binding: record({
      variable: Type.String({ pattern: "^(LOBSTER_ARG_[A-Z0-9_]+|_LOBSTER_[0-9]+)$" }),
      value: ref("Whole"),
      type: oneOf("text", "integer"),
    }),
    Script: record({ text: Type.String({ pattern: "^[^\\u0000]*$" }), bindings: list(ref("Binding")) }),
    Where: record({ path: list(text()), operator: oneOf(...comparisons), value: ref("Text") }),
    Template: list(
      oneKeyOf({
        text: text(),
        arg: nonEmpty(),
        ref: ref("Reference"),
        expression: record({
          path: list(text()),
          filters: list(
            record({
              name: Type.Unsafe({ type: "string", enum: filters.map((filter) => filter.name) }),
              arguments: list(text()),
            }),
          ),
        }),
      }),
    ),
    StageArgument: oneKeyOf({
      boolean: Type.Boolean(),
      number: Type.Number(),
      numberText: ref("Text"),
      jsonText: ref("Text"),
      text: ref("Text"),
      texts: list(ref("Text")),
      path: list(text()),
      pathText: ref("Text"),
      fields: list(text()),
      fieldsText: ref("Text"),
      where: ref("Where"),
      template: ref("Template"),
      assignments: list(record({ key: text(), value: ref("Template") })),
      script: ref("Script"),
    }),
    Stage: stageDefinition(commands),
    StageProgram: record({
      words: list(ref("ProgramWord"), { minItems: 1 }),
      flags: list(ref("ProgramFlag")),
      input: oneOf("none", "whole", "stream"),
      output: oneOf("items", "lines"),
      network: Type.Boolean(),
      retrySafe: Type.Boolean(),
      from: nonEmpty(),
    }),
    ProgramWord: oneKeyOf({
      text: Type.String({ pattern: "^[^\\u0000]*$" }),
      file: Type.String({ pattern: "^\\.\\.?/[^\\u0000]*$" }),
    }),
    ProgramFlag: record({
      name: Type.String({ pattern: "^[A-Za-z][A-Za-z0-9_-]*$" }),
      type: oneOf("text", "number", "integer", "boolean", "json"),
      onByDefault: Type.Boolean(),
      values: orNull(list(text(), { minItems: 1 })),
      minimum: orNull(Type.Number()),
    }),
    Action: taggedBy("kind", [
      [["shell"], record({ kind: oneOf("shell"), script: ref("Script") })],
      [["pipeline"], record({ kind: oneOf("pipeline"), stages: list(ref("Stage"), { minItems: 1 }) })],
      [["for_each"], ref("ForEach")],
      [["parallel"], ref("Parallel")],
      [["input"], ref("Input")],
      [["workflow"], ref("Workflow")],
    ]),
    ForEach: record({
      kind: oneOf("for_each"),
      list: ref("Whole"),
      itemVariable: nonEmpty(),
      indexVariable: nonEmpty(),
      steps: list(ref("Step"), { minItems: 1 }),
      concurrency: Type.Integer({ minimum: 1 }),
      pause: orNull(record({ batchSize: Type.Integer({ minimum: 1 }), ms: Type.Number({ minimum: 0 }) })),
    }),
    Parallel: record({
      kind: oneOf("parallel"),
      branches: list(ref("Step"), { minItems: 1 }),
      wait: oneOf("all", "any"),
      concurrency: Type.Integer({ minimum: 1 }),
      timeoutMs: orNull(Type.Integer({ minimum: 1, maximum: 2147483647 })),
    }),
    Input: record({
      kind: oneOf("input"),
      prompt: ref("Text"),
      responseSchema: Type.Unsafe({ type: "object", additionalProperties: ref("Json") }),
      defaults: orNull(ref("Value")),
      subject: orNull(ref("Value")),
    }),
    Workflow: record({
      kind: oneOf("workflow"),
      // No path of any machine.
      file: Type.String({ pattern: "^[^/\\u0000][^\\u0000]*$" }),
      child: childKey(),
      args: list(record({ name: nonEmpty(), value: ref("Value") })),
    }),
    Child: record({
      name: orNull(text()),
      args: list(ref("Arg")),
      env: list(ref("Env")),
      cwd: orNull(ref("Text")),
      steps: list(ref("Step"), { minItems: 1 }),
      costLimit: costLimit(),
    }),
    Gate: record({
      prompt: ref("Text"),
      items: orNull(ref("Value")),
      preview: orNull(ref("Text")),
      initiatedBy: orNull(ref("Text")),
      requiredApprover: orNull(ref("Text")),
      requireDifferentApprover: Type.Boolean(),
      approvers: list(Type.String({ pattern: "^ed25519:[A-Za-z0-9_-]{43}$" })),
      expiresMs: orNull(Type.Integer({ minimum: 1, maximum: 9007199254740991 })),
    }),
    Expression: Type.Unsafe({
      type: "object",
      if: { required: ["op"] },
      then: taggedBy("op", [
        [["and", "or"], record({ op: oneOf("and", "or"), left: ref("Expression"), right: ref("Expression") })],
        [["not"], record({ op: oneOf("not"), operand: ref("Expression") })],
        [comparisons, record({ op: oneOf(...comparisons), left: ref("Expression"), right: ref("Expression") })],
      ]),
      else: oneKeyOf({
        value: Type.Union([text(), Type.Number(), Type.Boolean(), Type.Null()]),
        arg: nonEmpty(),
        ref: ref("Reference"),
      }),
    }),
    Retry: record({
      max: Type.Integer({ minimum: 2 }),
      delayMs: Type.Number({ minimum: 0 }),
      backoff: oneOf("fixed", "exponential"),
      maxDelayMs: Type.Number({ minimum: 0 }),
      jitter: Type.Boolean(),
    }),
    Step: record({
      id: nonEmpty(),
      name: orNull(text()),
      description: orNull(text()),
      when: orNull(ref("Expression")),
      action: orNull(ref("Action")),
      gate: orNull(ref("Gate")),
      stdin: orNull(ref("Value")),
      env: list(ref("Env")),
      cwd: orNull(ref("Text")),
      timeoutMs: orNull(Type.Integer({ minimum: 1, maximum: 2147483647 })),
      onError: oneOf("stop", "continue", "skip_rest"),
      retry: orNull(ref("Retry")),
      idempotent: Type.Boolean(),
      outputSchema: ref("Json"),
    }),
    Requires: record({
      commands: list(text()),
      programs: list(text()),
      environment: list(text()),
      gates: list(text()),
      network: list(text()),
    }),
    FileSource: record(fileSource()),
    Source: record({ ...fileSource(), children: Type.Optional(byChild(ref("FileSource"))) }),
  };
  const plan = record({
    planVersion: Type.Literal(1),
    kind: oneOf("workflow", "pipeline"),
    name: orNull(text()),
    description: orNull(text()),
    shell: oneOf("posix"),
    args: list(ref("Arg")),
    env: list(ref("Env")),
    cwd: orNull(ref("Text")),
    steps: list(ref("Step")),
    costLimit: costLimit(),
    requires: ref("Requires"),
    children: Type.Optional(byChild(ref("Child"))),
    source: Type.Optional(ref("Source")),
  });
  // Through JSON, so that nothing of the library that wrote it stays in it.
  return JSON.parse(
    JSON.stringify({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "lobster-plan.schema.json",
      title: "Lobster plan",
      description: "What a workflow or pipeline means, with all defaults written out. planVersion 1.",
      ...plan,
      $defs: definitions,
    }),
  );
}
