import type { PlanBySchema } from "./generated/schema-types.ts";
import type { Plan } from "./types.ts";

/** Whether two types are identical, down to optional fields and each member of a union. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Holds<Claim extends true> = Claim;

/**
 * Holds `types.ts` and the schema together: this file compiles only while both say the same. After a change of one, change
 * the other and run packages/build/src/generate-plan-schema.mjs.
 */
export type PlanTypesInStep = Holds<Same<Plan, PlanBySchema>>;
