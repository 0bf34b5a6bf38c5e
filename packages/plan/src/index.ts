export * from "./types.ts";
export { canonicalJson, hasLoneSurrogate, prettyCanonicalJson } from "./canonical-json.ts";
export { formatPlan, planHash, withoutSource } from "./plan-hash.ts";
export { checkPlan, readPlan, type PlanFault, type ReadPlan, type ReadPlanLimits } from "./read-plan.ts";
export { substitutionsOf, type Substitution, type SubstitutionUse } from "./substitutions.ts";
export { requiredCommands, requiredGates, sortedNames } from "./requires.ts";
export { isPosixShell, posixShells } from "./posix-shells.ts";
export { graphFormats, renderGraph, type GraphFormat } from "./graph/render-graph.ts";
export { spellExpression, spellScript, spellStage, spellSubstitution, spellText, spellValue } from "./spelling.ts";
