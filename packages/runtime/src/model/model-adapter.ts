import type { Json } from "@lobster-lang/plan";
import { abortError, withTimeout } from "../abort.ts";
import { RunAborted, StepFailure, messageOf } from "../failures.ts";
import type { StageWorld } from "../stage-world.ts";

/** What a model is asked, as every provider gets it (original-runtime.md 2.6). */
export interface ModelQuestion {
  readonly prompt: string;
  readonly model?: string;
  /** What the model reads: maps with `kind`, and `text` or `data`. */
  readonly artifacts: readonly Json[];
  readonly artifactHashes: readonly string[];
  readonly metadata?: { readonly [key: string]: Json };
  /** JSON Schema of the answer's `data`. It is checked here; an answer that does not fit is asked for again. */
  readonly outputSchema?: { readonly [key: string]: Json };
  readonly schemaVersion: string;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  /** Set when an earlier answer did not fit: what was wrong with it. */
  readonly retryContext?: { readonly attempt: number; readonly validationErrors: readonly string[] };
}

/** What an adapter answers: text, data, or both. */
export interface ModelReply {
  readonly output: { readonly text?: string; readonly data?: Json; readonly format?: string };
  readonly runId?: string;
  readonly model?: string;
  readonly status?: string;
  /** Tokens, in any of the usual spellings, or the `cost` in US dollars: what `cost_limit` counts. */
  readonly usage?: { readonly [key: string]: Json };
  readonly warnings?: readonly Json[];
  readonly metadata?: { readonly [key: string]: Json };
  readonly diagnostics?: { readonly [key: string]: Json };
}

/**
 * A model of the program that runs a workflow. It is called once for each question that is not answered from the cache. What
 * it throws is a failure of the step; `signal` fires when the step is out of time or the run ends.
 */
export type ModelAdapter = (question: ModelQuestion, context: { readonly signal: AbortSignal }) => Promise<ModelReply>;

/** Asks an adapter once, within the time that a request to a service would have. */
export async function askAdapter(
  command: string,
  { name, adapter }: { readonly name: string; readonly adapter: ModelAdapter },
  payload: { readonly [key: string]: Json },
  { limits }: Pick<StageWorld, "limits">,
  signal: AbortSignal,
): Promise<Json> {
  const timedOut = `${command}: provider \`${name}\` gave no answer within ${limits.httpTimeoutMs}ms; see LOBSTER_HTTP_TIMEOUT_MS`;
  try {
    const reply = await withTimeout(signal, limits.httpTimeoutMs, timedOut, (limited) =>
      untilAborted(adapter(payload as unknown as ModelQuestion, { signal: limited }), limited),
    );
    // As if it had come over a wire: what is no JSON is gone, and nobody else holds it.
    return JSON.parse(JSON.stringify(reply) ?? "null") as Json;
  } catch (error) {
    if (error instanceof StepFailure || error instanceof RunAborted) throw error;
    throw new StepFailure(`${command}: provider \`${name}\` failed: ${messageOf(error)}`, { cause: error });
  }
}

/** An adapter that does not heed the signal is left behind. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(abortError(signal));
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    void Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", end));
  });
}
