import type { Json } from "@lobster-lang/plan";
import { isMap } from "../commands/arguments.ts";
import type { StageContext } from "../commands/command.ts";
import { free, usageOf } from "../costs/usage.ts";
import { StepFailure } from "../failures.ts";
import { answerFrom, dataOf, type ModelAnswer } from "./answer.ts";
import { keptAnswers } from "./kept-answers.ts";
import { addressKeyOf, ask, type Provider } from "./provider.ts";
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
  const cacheKey = cacheKeyOf(request, provider.name, addressKeyOf(provider));
  const kept = keptAnswers(request, cacheKey, context);
  const found = await kept.find();
  if (found !== null) {
    await context.costs.spend(free(request.model));
    return found.items.map((item) => replayed(item, found.source));
  }
  const asked = await askUntilItFits(request, provider, cacheKey, context);
  const items = [itemOf(request, provider, cacheKey, asked)];
  await kept.keep(items);
  return items;
}

function replayed(item: Json, source: string): Json {
  return isMap(item) ? { ...item, source, cached: true, replayed: true } : item;
}

interface Asked {
  readonly answer: ModelAnswer;
  readonly attempts: number;
  /** ISO time of the answer. */
  readonly at: string;
}

/** Each answer is paid for, also one that does not fit. */
async function askUntilItFits(
  request: ModelRequest,
  provider: Provider,
  cacheKey: string,
  context: StageContext,
): Promise<Asked> {
  const { command, outputSchema, maxValidationRetries } = request;
  let retry: RetryContext | null = null;
  for (let attempt = 1; ; attempt++) {
    const said: Json = await ask(command, provider, payloadOf(request, retry), context.world, context.signal);
    const answer = answerFrom(command, said);
    const at = new Date(context.world.now()).toISOString();
    await context.costs.spend(
      usageOf({ model: answer.model ?? request.model, usage: answer.usage }, `${cacheKey} ${at}`),
    );
    if (outputSchema === null) return { answer, attempts: attempt, at };
    const data = dataOf(answer);
    const { schemaFaults } = await import("./json-schema.ts");
    const faults: readonly string[] = schemaFaults(outputSchema, data, `${command} --output-schema`);
    if (faults.length === 0)
      return { answer: { ...answer, output: { ...answer.output, data } }, attempts: attempt, at };
    if (attempt > maxValidationRetries) {
      const times = attempt === 1 ? "" : ` (asked ${attempt} times)`;
      throw new StepFailure(`${command}: the answer does not fit --output-schema${times}: ${faults.join("; ")}`);
    }
    retry = { attempt: attempt + 1, validationErrors: faults };
  }
}

function itemOf(request: ModelRequest, provider: Provider, cacheKey: string, { answer, attempts, at }: Asked): Json {
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
    createdAt: at,
    source: request.command === "llm_task.invoke" ? "clawd" : provider.name,
    cached: false,
    attemptCount: attempts,
  };
}
