import type { Json, PlanStep } from "@lobster-lang/plan";
import type { OutputStore } from "@lobster-lang/state";
import { StepFailure } from "./failures.ts";
import { emptyResult, jsonOf, type StepRecord } from "./results.ts";
import { spelling } from "./values.ts";

/** Faults that a message names; there may be one for each of a million items. */
const mostNamed = 3;
/** Of longer outputs only the first fault is looked for. */
const maxBytesForAll = 1024 * 1024;

/**
 * A finished action's record, held against the step's `output_schema`: one that does not fit is a failure, which says where
 * and why (language.md "Fields that are ours"). What the step printed stays readable as `.stdout` of the journal alone.
 */
export async function fitted(
  { id, outputSchema: schema }: Pick<PlanStep, "id" | "outputSchema">,
  record: StepRecord,
  outputs: OutputStore,
): Promise<StepRecord> {
  if (schema == null || record.failed !== null) return record;
  const failed = await misfit(id, schema as { readonly [key: string]: Json }, record, outputs);
  return failed === null ? record : { ...record, failed };
}

async function misfit(
  id: string,
  schema: { readonly [key: string]: Json },
  record: StepRecord,
  outputs: OutputStore,
): Promise<string | null> {
  const start = `the output of step \`${id}\` does not fit its \`output_schema\`: `;
  try {
    const value = await jsonOf({ ...emptyResult, record }, outputs);
    const stored = record.items ?? record.stdout;
    const bytes = stored === null ? 0 : outputs.sizeOf(stored);
    if (value === undefined) return `${start}${bytes === 0 ? "there is none" : "it is no JSON"}`;
    const { misfits } = await import("./model/json-schema.ts");
    const found = misfits(schema, value, `\`output_schema\` of step \`${id}\``, bytes <= maxBytesForAll);
    if (found.length === 0) return null;
    const named = found.slice(0, mostNamed).map(({ path, why }) => `${spelling(referenceTo(id, path))} ${why}`);
    const more = found.length > mostNamed ? `; and ${found.length - mostNamed} more` : "";
    return `${start}${named.join("; ")}${more}`;
  } catch (error) {
    if (error instanceof StepFailure) return error.message;
    throw error;
  }
}

/** The reference that an author would write for a place in the output. */
function referenceTo(step: string, path: readonly string[]) {
  return { step, path: ["json", ...path.map((name) => (/^\d+$/.test(name) ? Number(name) : name))] };
}
