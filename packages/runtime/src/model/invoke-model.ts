import type { Json } from "@lobster-lang/plan";
import { isMap } from "../commands/arguments.ts";
import type { StageContext } from "../commands/command.ts";
import { StepFailure } from "../failures.ts";
import { answerFrom, dataOf, type ModelAnswer } from "./answer.ts";
import { keptAnswers } from "./kept-answers.ts";
import { ask, type Provider } from "./provider.ts";
import { cacheKeyOf, hashOf, payloadOf, type ModelRequest, type RetryContext } from "./request.ts";

/**
 * Asks a model, or gives what it said to the same question before. An answer that does not fit the schema is asked for again,
 * with what was wrong (original-runtime.md 2.6).
 * @throws StepFailure when no answer fits.
 */
export async function invokeModel(
  request: ModelRequest,
  provider: Provider,
  context: StageContext,
): Promise<readonly Json[]> {
  const cacheKey = cacheKeyOf(request, provider.name, provider.endpoint.url.href);
  const kept = keptAnswers(request, cacheKey, context);
  const found = await kept.find();
  if (found !== null) return found.items.map((item) => replayed(item, found.source));
  const { answer, attempts } = await askUntilItFits(request, provider, context);
  const items = [itemOf(request, provider, cacheKey, answer, attempts, context.world.now())];
  await kept.keep(items);
  return items;
}

function replayed(item: Json, source: string): Json {
  return isMap(item) ? { ...item, source, cached: true, replayed: true } : item;
}

async function askUntilItFits(request: ModelRequest, provider: Provider, context: StageContext) {
  const { command, outputSchema, maxValidationRetries } = request;
  let retry: RetryContext | null = null;
  for (let attempt = 1; ; attempt++) {
    const said: Json = await ask(command, provider, payloadOf(request, retry), context.world, context.signal);
    const answer = answerFrom(command, said);
    if (outputSchema === null) return { answer, attempts: attempt };
    const data = dataOf(answer);
    const { schemaFaults } = await import("./json-schema.ts");
    const faults: readonly string[] = schemaFaults(outputSchema, data, `${command} --output-schema`);
    if (faults.length === 0) return { answer: { ...answer, output: { ...answer.output, data } }, attempts: attempt };
    if (attempt > maxValidationRetries) {
      const times = attempt === 1 ? "" : ` (asked ${attempt} times)`;
      throw new StepFailure(`${command}: the answer does not fit --output-schema${times}: ${faults.join("; ")}`);
    }
    retry = { attempt: attempt + 1, validationErrors: faults };
  }
}

function itemOf(
  request: ModelRequest,
  provider: Provider,
  cacheKey: string,
  answer: ModelAnswer,
  attemptCount: number,
  now: number,
): Json {
  return {
    kind: request.command,
    runId: answer.runId,
    prompt: request.prompt,
    model: answer.model ?? request.model,
    schemaVersion: request.schemaVersion,
    status: answer.status,
    cacheKey,
    artifactHashes: request.artifacts.map(hashOf),
    output: answer.output,
    usage: answer.usage,
    metadata: answer.metadata,
    warnings: answer.warnings,
    diagnostics: answer.diagnostics,
    createdAt: new Date(now).toISOString(),
    source: request.command === "llm_task.invoke" ? "clawd" : provider.name,
    cached: false,
    attemptCount,
  };
}
