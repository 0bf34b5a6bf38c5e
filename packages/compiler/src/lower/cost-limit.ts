import type { Plan } from "@lobster-lang/plan";
import { positiveZero } from "./value.ts";

/** `cost_limit:` with its default written out: a limit without `action` warns (original-language.md 18.4). */
export function lowerCostLimit(value: unknown): Plan["costLimit"] {
  if (typeof value !== "object" || value === null) return null;
  const { max_usd: max, action } = value as { readonly max_usd?: unknown; readonly action?: unknown };
  if (typeof max !== "number" || !Number.isFinite(max) || max < 0) return null;
  return { maxUsd: positiveZero(max), action: action === "stop" ? "stop" : "warn" };
}
