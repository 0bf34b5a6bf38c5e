export {
  checkFile,
  compile,
  CompileError,
  compilePipeline,
  isCompileError,
  planOf,
  type CalledFile,
  type CalledText,
  type Compiled,
  type CompiledPipeline,
  type CompileHost,
  type CompileOptions,
  type CompilePipelineOptions,
} from "@lobster-lang/compiler";
export type { Diagnostic, Fix, Range } from "@lobster-lang/language";
export { planHash, readPlan, type Json, type Plan } from "@lobster-lang/plan";
export {
  channels,
  defaultLimits,
  dryRun,
  isRunError,
  nodeHost,
  outputOf,
  resume,
  run,
  RunError,
  start,
  startResume,
  StepFailure,
  type ApprovalRequest,
  type Envelope,
  type EventOptions,
  type Failure,
  type FailureCode,
  type GateEvent,
  type GateQuestion,
  type Host,
  type LobsterEvent,
  type ProcessEvent,
  type ResumeOptions,
  type RunEvent,
  type RunLimits,
  type RunOptions,
  type RunResult,
  type StartedRun,
  type StepEvent,
} from "@lobster-lang/runtime";
export { pipeline, type Pipeline } from "./pipeline.ts";
export type { Condition, StageMethod } from "./stage-types.ts";
export { shell } from "./shell-text.ts";
export { UnwritableError } from "./unwritable.ts";
