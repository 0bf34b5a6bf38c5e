export * from "./types.ts";
export { canonicalJson, hasLoneSurrogate, prettyCanonicalJson } from "./canonical-json.ts";
export { formatPlan, planHash, withoutSource } from "./plan-hash.ts";
export type { PlanFault } from "./plan-fault.ts";
export { checkPlan, readPlan, type ReadPlan, type ReadPlanLimits } from "./read-plan.ts";
export { scriptsOf, type ScriptPlace } from "./scripts.ts";
export { innerSteps, placedSteps, type PlacedStep, type StepsOfPlan } from "./placed-steps.ts";
export { childKey, workflowsOf, type WorkflowOfPlan } from "./children.ts";
export { sizesOf, type PlanSize } from "./child-sizes.ts";
export { substitutionsOf, topSubstitutions, type Substitution, type SubstitutionUse } from "./substitutions.ts";
export { askingStages, requiredCommands, requiredGates, sortedNames } from "./requires.ts";
export { programName } from "./program-faults.ts";
export { isPosixShell, posixShells } from "./posix-shells.ts";
export { graphFormats, renderGraph, type GraphFormat } from "./graph/render-graph.ts";
export {
  spellBlock,
  spellCall,
  spellExpression,
  spellLoop,
  spellScript,
  spellStage,
  spellSubstitution,
  spellText,
  spellValue,
} from "./spelling.ts";
