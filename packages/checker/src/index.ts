export * from "./rule.ts";
export * from "./model.ts";
export { check, checkPipeline, type CheckOptions, type RuleLevel } from "./check.ts";
export { modelOf } from "./model/build.ts";
export { ruleNamed, rules } from "./rules/index.ts";
