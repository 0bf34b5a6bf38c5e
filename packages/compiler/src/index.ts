export { auditPlan } from "./audit-plan.ts";
export { compile, type Compiled, type CompileOptions } from "./compile.ts";
export { compilePipeline, type CompiledPipeline, type CompilePipelineOptions } from "./compile-pipeline.ts";
export { compileCheck, type Freshness } from "./compile-check.ts";
export { CompileError, isCompileError, planOf } from "./plan-of.ts";
export type { CompileHost } from "./host.ts";
export { formatPlan } from "@lobster-lang/plan";
