import { plainValue, type ActionNode, type StepNode } from "@lobster-lang/language";
import type { InputAction, Json } from "@lobster-lang/plan";
import type { StepLowering } from "./lowering.ts";
import { lowerText } from "./text.ts";
import { jsonOf, lowerValue } from "./value.ts";

/**
 * A question for data (original-language.md 14). `stdin:` is what it is about, also an explicit null; without it the runtime
 * takes the result of the step before. Prompt, defaults and subject are filled in like any text (D29); the schema is not.
 */
export function lowerInput(
  node: ActionNode & { readonly kind: "input" },
  { stdin, stdinEntry }: StepNode,
  lowering: StepLowering,
): InputAction {
  const { prompt, defaults, responseSchema, entry } = node;
  const { names } = lowering;
  const schema = jsonOf(plainValue(responseSchema));
  if (prompt === null || !isMap(schema))
    lowering.refuse("wrong-type", entry.range, "an input step needs a `prompt` and a `responseSchema`");
  if (lowering.isBranch) lowering.refuse("gate-in-pipeline", entry.range, "a branch cannot stop and ask");
  return {
    kind: "input",
    prompt: prompt === null ? [] : lowerText(prompt, names),
    responseSchema: isMap(schema) ? schema : {},
    defaults: defaults === null ? null : lowerValue(defaults, names),
    subject: stdinEntry === null ? null : stdin === null ? { json: null } : lowerValue(stdin, names),
  };
}

function isMap(value: Json): value is { readonly [keyword: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
