export { auditPlan } from "./audit-plan.ts";
export {
  checkFile,
  compile,
  type CalledFile,
  type CheckFileOptions,
  type Compiled,
  type CompileOptions,
} from "./compile.ts";
export { compileLimitSettings, defaultCompileLimits, type CompileLimits } from "./link/limits.ts";
export { compilePipeline, type CompiledPipeline, type CompilePipelineOptions } from "./compile-pipeline.ts";
export { compileCheck, type Freshness } from "./compile-check.ts";
export { CompileError, isCompileError, planOf } from "./plan-of.ts";
export type { CalledText, CompileHost } from "./host.ts";
export { formatPlan } from "@lobster-lang/plan";
