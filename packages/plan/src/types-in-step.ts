import type { PlanBySchema } from "./generated/schema-types.ts";
import type { Plan } from "./types.ts";

/**
 * Holds `types.ts` and the schema together: this file compiles only while each accepts what the other does. After a
 * change of one, change the other and run packages/build/src/generate-plan-schema.mjs.
 */
type Accepts<Wide, Narrow extends Wide> = [Wide, Narrow];
export type PlanTypesInStep = [Accepts<Plan, PlanBySchema>, Accepts<PlanBySchema, Plan>];
