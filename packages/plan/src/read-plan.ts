import { validate } from "./generated/validate-plan.ts";
import { lineAndColumn, shapeOfJson } from "./json-text.ts";
import { meaningFaults } from "./meaning-faults.ts";
import type { PlanFault } from "./plan-fault.ts";
import { schemaFaults, type SchemaError } from "./schema-faults.ts";
import type { Plan } from "./types.ts";

/** Either a plan that is sound, or what is wrong with it: never both, never neither. */
export type ReadPlan =
  | { readonly plan: Plan; readonly errors?: undefined }
  | { readonly plan?: undefined; readonly errors: readonly PlanFault[] };

export interface ReadPlanLimits {
  /** UTF-16 units of the text; default 64 Mi. */
  readonly maxLength?: number;
  /** How deep maps and lists may nest; default 2,000. */
  readonly maxDepth?: number;
}

const validatePlan = validate as unknown as ((plan: unknown) => boolean) & { readonly errors?: readonly SchemaError[] };

/** More faults than these help nobody. */
const mostFaults = 50;

/**
 * Reads the text of a plan, which anyone may have edited: its JSON, its version, the schema, and what a schema cannot say
 * (`meaningFaults`). Whatever passes is safe to run as a plan: no value in it can become code by our doing (invariant 5).
 */
export function readPlan(text: string, limits: ReadPlanLimits = {}): ReadPlan {
  const maxLength = limits.maxLength ?? 64 * 1024 * 1024;
  if (text.length > maxLength)
    return refused(`the plan is longer than ${maxLength} characters (the limit maxLength of readPlan)`);
  let json: unknown;
  try {
    json = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch (error) {
    return refused(`this is no plan: it is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  const { depth, duplicate } = shapeOfJson(text);
  const maxDepth = limits.maxDepth ?? 2_000;
  if (depth > maxDepth)
    return refused(
      `the plan nests ${depth} levels deep; at most ${maxDepth} are read (the limit maxDepth of readPlan)`,
    );
  if (duplicate !== null) {
    const { line, column } = lineAndColumn(text, duplicate.offset);
    return refused(`the key \`${duplicate.key}\` stands twice in one map (line ${line}, column ${column}); keep one`);
  }
  return checkPlan(json);
}

/** The same for a plan that is JSON already. */
export function checkPlan(json: unknown): ReadPlan {
  const version = versionFault(json);
  if (version !== null) return refused(version, "/planVersion");
  if (!validatePlan(json)) return { errors: schemaFaults(json, validatePlan.errors ?? []).slice(0, mostFaults) };
  const plan = json as Plan;
  const errors = meaningFaults(plan);
  return errors.length > 0 ? { errors: errors.slice(0, mostFaults) } : { plan };
}

function versionFault(json: unknown): string | null {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return "this is no plan: it must be a JSON map";
  const version = (json as { readonly planVersion?: unknown }).planVersion;
  if (version === undefined) return "this is no plan: `planVersion` is missing";
  if (version === 1) return null;
  if (typeof version !== "number") return "this is no plan: `planVersion` must be the number 1";
  return version > 1
    ? `this plan has version ${version}, and this program reads version 1; take a newer program, or compile the source again with this one`
    : `this plan has version ${version}, which is older than version 1; compile its source again`;
}

function refused(message: string, pointer = ""): ReadPlan {
  return { errors: [{ pointer, message }] };
}
