import type { Json } from "@lobster-lang/plan";

type JsonMap = { readonly [key: string]: Json };

/** What one answer of a model used, as the answer itself says. */
export interface Usage {
  /** What tells this answer from others, so that it counts once however often it is passed on; null: nothing does. */
  readonly id: string | null;
  readonly model: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Set where the answer names its cost. */
  readonly usd: number | null;
  /** The answer says how much it used. */
  readonly isStated: boolean;
}

/**
 * What a value says that models used: each map with a `usage` map, alone or in a list (original-language.md 18.4), also as
 * the `openclaw` program reports it. An answer that came from a cache used nothing.
 */
export function usagesIn(value: Json): readonly Usage[] {
  const items = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return items.flatMap((item) => {
    if (!isJsonMap(item)) return [];
    const holder = holderOf(item);
    return holder === null || item.cached === true || item.replayed === true ? [] : [usageOf(holder, identityOf(item))];
  });
}

/** The usage that a map says of itself; none: nothing is known. */
export function usageOf(holder: JsonMap, id: string | null): Usage {
  const usage = isJsonMap(holder.usage) ? holder.usage : {};
  const model = typeof holder.model === "string" && holder.model.trim() !== "" ? holder.model : null;
  const inputTokens = tokens(usage, ["inputTokens", "input_tokens", "prompt_tokens", "input"]);
  const outputTokens = tokens(usage, ["outputTokens", "output_tokens", "completion_tokens", "output"]);
  const usd = usdIn(usage);
  const isStated = usd !== null || inputTokens !== null || outputTokens !== null;
  const counts = { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
  return { id: idWith(id, model, counts), model, ...counts, usd, isStated };
}

/** An answer that was known already. */
export function free(model: string | null): Usage {
  return { id: null, model, inputTokens: 0, outputTokens: 0, usd: 0, isStated: true };
}

function idWith(id: string | null, model: string | null, counts: { inputTokens: number; outputTokens: number }) {
  return id === null ? null : `${id} ${model ?? ""} ${counts.inputTokens} ${counts.outputTokens}`;
}

/** The map with `usage` and `model`: the item itself, or what an agent's answer says of its turn. */
function holderOf(item: JsonMap): JsonMap | null {
  if (isJsonMap(item.usage)) return item;
  const result = isJsonMap(item.result) ? item.result : item;
  const turn = isJsonMap(result.meta) && isJsonMap(result.meta.agentMeta) ? result.meta.agentMeta : null;
  return turn !== null && isJsonMap(turn.usage) ? turn : null;
}

/** Our own items by their question and time, others by the id that the provider gave. */
function identityOf(item: JsonMap): string | null {
  if (typeof item.cacheKey === "string" && typeof item.createdAt === "string")
    return `${item.cacheKey} ${item.createdAt}`;
  const id = item.id ?? item.runId;
  return typeof id === "string" && id !== "" ? id : null;
}

function tokens(usage: JsonMap, names: readonly string[]): number | null {
  for (const name of names) {
    const value = Number(usage[name] ?? Number.NaN);
    if (Number.isFinite(value)) return Math.max(0, Math.floor(value));
  }
  return null;
}

function usdIn(usage: JsonMap): number | null {
  const { cost } = usage;
  const stated = [usage.costUsd, usage.cost_usd, isJsonMap(cost) ? cost.total : cost];
  const usd = stated.find((value) => typeof value === "number" && Number.isFinite(value) && value >= 0);
  return typeof usd === "number" ? usd : null;
}

function isJsonMap(value: Json | undefined): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
