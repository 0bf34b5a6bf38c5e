import { createHash } from "node:crypto";
import { canonicalJson, prettyCanonicalJson } from "./canonical-json.ts";
import type { Plan } from "./types.ts";

/** The plan without its `source` section: what it does, and nothing about the file that it came from. */
export function withoutSource(plan: Plan): Plan {
  const { source: _, ...rest } = plan;
  return rest;
}

/**
 * SHA-256, hex, of the canonical form without `source`: the identity that gates and decisions carry (invariant 4). An edit
 * of comments or layout keeps it.
 */
export function planHash(plan: Plan): string {
  return createHash("sha256")
    .update(canonicalJson(withoutSource(plan)))
    .digest("hex");
}

/** The plan as the text of a file: canonical order of keys, two blanks, a final newline. */
export function formatPlan(plan: Plan): string {
  return prettyCanonicalJson(plan);
}
