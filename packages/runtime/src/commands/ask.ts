import type { Json } from "@lobster-lang/plan";
import type { InputRequest } from "../engine.ts";
import { StepFailure } from "../failures.ts";
import { isMap, type Arguments } from "./arguments.ts";
import type { Command } from "./command.ts";

/** `ask`: a question in a pipeline; the run may stop here, and the answer is the one item that goes on at its resume. */
export const ask: Command = { kind: "gate" };

/** What is asked without `--schema`. */
const reviewSchema = {
  type: "object",
  properties: {
    decision: { type: "string", enum: ["approve", "reject", "redraft"] },
    feedback: { type: "string", description: "Feedback for redraft" },
  },
  required: ["decision"],
} as const;

const longestSubject = 2000;

/**
 * What the stage asks (original-runtime.md 2.2): prompt, schema, and with `--subject-from-stdin` the items as text.
 * @throws StepFailure for a schema that is no map.
 */
export function askRequest(args: Arguments, items: readonly Json[]): InputRequest {
  const schema = args.json("schema") ?? reviewSchema;
  if (!isMap(schema)) throw new StepFailure(`ask --schema must be a JSON Schema: \`{"type": "string"}\``);
  return {
    prompt: args.text("prompt") ?? "Input required",
    responseSchema: schema,
    ...(args.flag("subject-from-stdin") ? { subject: { text: subjectOf(items) } } : {}),
    takesText: true,
    alwaysPauses: args.flag("emit"),
  };
}

function subjectOf(items: readonly Json[]): string {
  const lines = items.map((item) => (typeof item === "string" ? item : JSON.stringify(item)));
  return lines
    .join("\n")
    .slice(0, longestSubject)
    .replace(/[\uD800-\uDBFF]$/, "");
}
