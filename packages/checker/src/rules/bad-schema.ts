import type { MapNode, StepNode } from "@lobster-lang/language";
import { entryOf, resolved } from "@lobster-lang/language";
import { outputSchemaOf } from "../json-schema/step-shapes.ts";
import { schemaFaults } from "../json-schema/schema-faults.ts";
import type { Rule } from "../rule.ts";

export const badSchema: Rule = {
  id: "bad-schema",
  severity: "error",
  summary: "A schema is no valid JSON Schema.",
  explanation: `\`output_schema\` says what a step's JSON must look like, \`responseSchema\` what an answer must look like. Both are JSON Schema
(2020-12, or draft-07 where \`$schema\` says so); a schema that no validator could read would fail the step only after it has
done its work. A key that is no keyword means nothing in JSON Schema: one that nearly is a keyword is a warning.`,
  wrong: `steps:
  - id: fetch
    run: inbox list --json
    output_schema:
      type: object
      required: count
      properties:
        count: {type: int}
`,
  right: `steps:
  - id: fetch
    run: inbox list --json
    output_schema:
      type: object
      required: [count]
      properties:
        count: {type: integer}
`,
  fix: { none: "what the schema should say, only its author knows" },
  locked: true,
  step: (step, context) => {
    for (const schema of schemasOf(step)) {
      for (const { range, message, isGuess } of schemaFaults(schema)) {
        context.report({ range, message, ...(isGuess === true ? { severity: "warning", locked: false } : {}) });
      }
    }
  },
};

/** A schema that is no map at all is wrong-type's. */
function schemasOf(step: StepNode): readonly MapNode[] {
  const input = step.data === null ? null : resolved(entryOf(step.data, "input")?.value);
  const response = input?.kind === "map" ? resolved(entryOf(input, "responseSchema")?.value) : null;
  return [outputSchemaOf(step), response].filter((node) => node?.kind === "map");
}
