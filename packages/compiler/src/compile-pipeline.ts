import { checkPipeline, type RuleLevel } from "@lobster-lang/checker";
import { pipelineOf } from "@lobster-lang/grammar";
import type { CommandTable, Diagnostic, PipelineNode, Range } from "@lobster-lang/language";
import { hasLoneSurrogate, type Plan, type PlanStep } from "@lobster-lang/plan";
import { isError } from "./link/linked-file.ts";
import { collectingLowering } from "./lower/lowering.ts";
import { lowerInline } from "./lower/pipeline.ts";
import { requiresOf } from "./lower/requires.ts";
import { fileSourceOf } from "./lower/source.ts";

export interface CompilePipelineOptions {
  /** Whether the plan says where its parts came from; default true. */
  readonly source?: boolean;
  readonly rules?: { readonly [ruleId: string]: RuleLevel };
  /** The stages; those of the language when absent. */
  readonly commands?: CommandTable;
}

/** `plan` is there exactly when nothing has severity `error`. */
export interface CompiledPipeline {
  readonly plan: Plan | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly pipeline: PipelineNode;
}

/**
 * An inline pipeline → a plan of kind `pipeline`: one step, called `pipeline`. There are no arguments and no other steps,
 * so whatever looks like a reference is text. Never throws.
 */
export function compilePipeline(text: string, options: CompilePipelineOptions = {}): CompiledPipeline {
  const pipeline = pipelineOf(text, options.commands);
  const { rules } = options;
  const checked = [...checkPipeline(pipeline, rules === undefined ? {} : { rules }), ...halves(text, pipeline.range)];
  if (checked.some(isError)) return { plan: null, diagnostics: checked, pipeline };
  const { lowering, diagnostics, ranges, scripts } = collectingLowering(new Map(), new Map());
  const names = { args: new Set<string>(), steps: new Set<string>() };
  const action = lowerInline(pipeline, "/steps/0/action", { ...lowering, names, env: new Set() });
  const steps: readonly PlanStep[] = [{ ...bareStep, action }];
  const plan: Plan = {
    planVersion: 1,
    kind: "pipeline",
    name: null,
    description: null,
    shell: "posix",
    args: [],
    env: [],
    cwd: null,
    steps,
    costLimit: null,
    requires: requiresOf({ steps }, { scripts, calls: [], given: new Set() }, () => undefined),
    ...(options.source === false ? {} : { source: fileSourceOf(text, null, ranges) }),
  };
  return { plan: diagnostics.some(isError) ? null : plan, diagnostics: [...checked, ...diagnostics], pipeline };
}

const bareStep: PlanStep = {
  id: "pipeline",
  name: null,
  description: null,
  when: null,
  action: null,
  gate: null,
  stdin: null,
  env: [],
  cwd: null,
  timeoutMs: null,
  onError: "stop",
  retry: null,
  idempotent: false,
  outputSchema: null,
};

function halves(text: string, range: Range): readonly Diagnostic[] {
  if (!hasLoneSurrogate(text)) return [];
  const message = "this pipeline holds half of a character (a lone surrogate); write the whole character";
  return [{ rule: "pipeline-syntax", severity: "error", range, message, related: [], fixes: [] }];
}
