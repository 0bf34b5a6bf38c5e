import type { Json } from "@lobster-lang/plan";
import { createHash } from "node:crypto";
import { isMap } from "../commands/arguments.ts";
import { sortedJson } from "../sorted-json.ts";

type JsonMap = { readonly [key: string]: Json };

/** A call of a model, with everything that flags and environment say (original-runtime.md 2.6). */
export interface ModelRequest {
  readonly command: "llm.invoke" | "llm_task.invoke";
  readonly prompt: string;
  readonly model: string | null;
  readonly artifacts: readonly Json[];
  readonly metadata: JsonMap | null;
  readonly outputSchema: JsonMap | null;
  readonly schemaVersion: string;
  readonly maxValidationRetries: number;
  readonly temperature: number | null;
  readonly maxOutputTokens: number | null;
  readonly stateKey: string | null;
  readonly refresh: boolean;
  readonly disableCache: boolean;
}

/** What was wrong with the answer before, for the model to mend. */
export interface RetryContext {
  readonly attempt: number;
  readonly validationErrors: readonly string[];
}

const textFields = ["kind", "role", "name", "mimeType", "text", "uri"];

/**
 * An item as what a model reads: maps that are artifacts stay as they are, texts and numbers become texts, all else is data.
 * A map whose `name` or another such field is no text is data, and no artifact of its own.
 */
export function artifactOf(item: Json): Json {
  if (typeof item === "string" || typeof item === "number" || typeof item === "boolean") {
    return { kind: "text", text: String(item) };
  }
  const isArtifact =
    isMap(item) && textFields.every((field) => !Object.hasOwn(item, field) || typeof item[field] === "string");
  return isArtifact ? item : { kind: "json", data: item };
}

export function hashOf(value: Json): string {
  return createHash("sha256").update(sortedJson(value)).digest("hex");
}

/** The body of a call, the same for every provider. */
export function payloadOf(request: ModelRequest, retry: RetryContext | null): JsonMap {
  return present({
    prompt: request.prompt,
    model: request.model,
    artifacts: request.artifacts,
    artifactHashes: request.artifacts.map(hashOf),
    metadata: request.metadata,
    outputSchema: request.outputSchema,
    schemaVersion: request.schemaVersion,
    maxOutputTokens: request.maxOutputTokens,
    temperature: request.temperature,
    retryContext: retry === null ? null : { attempt: retry.attempt, validationErrors: retry.validationErrors },
  });
}

/** What makes two calls the same one: all that the answer depends on, where it is asked included (W28). */
export function cacheKeyOf(request: ModelRequest, provider: string, address: string): string {
  return hashOf({
    version: 3,
    provider,
    address,
    prompt: request.prompt,
    model: request.model ?? `${provider}-default`,
    schemaVersion: request.schemaVersion,
    artifactHashes: request.artifacts.map(hashOf),
    metadata: request.metadata,
    outputSchema: request.outputSchema,
    temperature: request.temperature,
    maxOutputTokens: request.maxOutputTokens,
  });
}

function present(values: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
