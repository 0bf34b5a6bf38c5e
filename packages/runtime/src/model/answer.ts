import type { Json } from "@lobster-lang/plan";
import { isMap } from "../commands/arguments.ts";
import { StepFailure } from "../failures.ts";
import { taskJson } from "../gateway.ts";
import { parseWhole } from "../json-text.ts";

type JsonMap = { readonly [key: string]: Json };

/** What a model said, in one shape for all providers. */
export interface ModelAnswer {
  readonly runId: string | null;
  readonly model: string | null;
  readonly status: string;
  readonly output: { readonly format: string; readonly text: string | null; readonly data: Json };
  readonly usage: JsonMap | null;
  readonly warnings: readonly Json[];
  readonly metadata: JsonMap | null;
  readonly diagnostics: JsonMap | null;
}

/**
 * Reads a provider's answer: `{ok: true, result: {output: …}}`, the result alone, or what the gateway's llm-task tool really
 * gives, `{content, details: {json}}` (W29).
 * @throws StepFailure for a refusal and for any other shape.
 */
export function answerFrom(command: string, value: Json): ModelAnswer {
  if (!isMap(value)) throw misshapen(command, "it is no map");
  if (value.ok === false) throw new StepFailure(`${command}: the provider failed: ${reasonOf(value.error)}`);
  const result = value.ok === true && value.result !== undefined ? value.result : value;
  if (!isMap(result)) throw misshapen(command, "`result` is no map");
  if (result !== value && (result.ok === false || result.ok === true)) return answerFrom(command, result);
  const data = taskJson(result);
  return data === undefined ? fromOutput(command, result) : fromTask(result, data);
}

function fromOutput(command: string, result: JsonMap): ModelAnswer {
  const { output } = result;
  if (output === undefined || !isMap(output)) throw misshapen(command, "`result.output` is no map");
  const text = textIn(command, output, "text");
  const data = output.data ?? null;
  return {
    runId: textIn(command, result, "runId"),
    model: textIn(command, result, "model"),
    status: textIn(command, result, "status") ?? "completed",
    output: { format: textIn(command, output, "format") ?? (data === null ? "text" : "json"), text, data },
    usage: mapIn(command, result, "usage"),
    warnings: Array.isArray(result.warnings) ? (result.warnings as readonly Json[]) : [],
    metadata: mapIn(command, result, "metadata"),
    diagnostics: mapIn(command, result, "diagnostics"),
  };
}

function fromTask(result: JsonMap, data: Json): ModelAnswer {
  const details = result.details as JsonMap;
  return {
    runId: null,
    model: typeof details.model === "string" ? details.model : null,
    status: "completed",
    output: { format: "json", text: JSON.stringify(data, null, 2), data },
    usage: null,
    warnings: [],
    metadata: typeof details.provider === "string" ? { provider: details.provider } : null,
    diagnostics: null,
  };
}

/** The value that a schema is about: the data, else what the text is as JSON. */
export function dataOf({ output }: ModelAnswer): Json {
  return output.data ?? (output.text === null ? null : (parseWhole(output.text) ?? null));
}

function textIn(command: string, holder: JsonMap, key: string): string | null {
  const value = holder[key] ?? null;
  if (value === null || typeof value === "string") return value;
  throw misshapen(command, `\`${key}\` is no text`);
}

function mapIn(command: string, holder: JsonMap, key: string): JsonMap | null {
  const value = holder[key] ?? null;
  if (value === null || isMap(value)) return value;
  throw misshapen(command, `\`${key}\` is no map`);
}

function misshapen(command: string, why: string): StepFailure {
  return new StepFailure(
    `${command}: the provider's answer cannot be read: ${why}; expected is {"ok": true, "result": {"output": {…}}}`,
  );
}

function reasonOf(error: Json | undefined): string {
  if (typeof error === "string") return error.slice(0, 400);
  return error !== undefined && isMap(error) && typeof error.message === "string"
    ? error.message.slice(0, 400)
    : "no reason was given";
}
