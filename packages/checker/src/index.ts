export * from "./rule.ts";
export * from "./model.ts";
export * from "./called-workflow.ts";
export { check, checkPipeline, type CheckOptions, type RuleLevel } from "./check.ts";
export { modelOf } from "./model/build.ts";
export { ruleNamed, rules } from "./rules/index.ts";
export { applyFixes, fixAll, type AppliedFixes, type ApplyOptions, type FixedText } from "./fixes/apply.ts";
export { linesOf, type Lines } from "./lines.ts";
export { editIn, together } from "./fixes/edit.ts";
