import { check, modelOf, type CheckOptions, type RuleLevel } from "@lobster-lang/checker";
import { readWorkflow, type ReadLimits } from "@lobster-lang/grammar";
import type { CommandTable, Diagnostic, ShellFamily, WorkflowTree } from "@lobster-lang/language";
import type { Plan } from "@lobster-lang/plan";
import type { CompileHost } from "./host.ts";
import { loneSurrogates } from "./lone-surrogates.ts";
import { lowerWorkflow } from "./lower/workflow.ts";

export interface CompileOptions {
  /** For messages and the `source` section (its base name only); its ending tells JSON from YAML. Default: null. */
  readonly fileName?: string | null;
  readonly format?: "yaml" | "json";
  /** The family that scripts are compiled for; POSIX is the only one. */
  readonly shell?: ShellFamily;
  /** Whether the plan says where its parts came from; default true. */
  readonly source?: boolean;
  /** Sizes that a file may have; never part of a plan. */
  readonly limits?: Partial<ReadLimits>;
  /** Severities of rules, as for the checker. */
  readonly rules?: { readonly [ruleId: string]: RuleLevel };
  /** Keys of somebody else's, for the checker. */
  readonly extraKeys?: readonly string[];
  /** The stages of pipelines; those of the language when absent. */
  readonly commands?: CommandTable;
}

/** `plan` is there exactly when nothing has severity `error` and the file is one of ours. */
export interface Compiled {
  readonly plan: Plan | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly tree: WorkflowTree;
}

/**
 * Text of a workflow file → plan: read, check, lower. All findings come at once, and with an error among them there is no
 * plan, so nothing can run (D5). The same text and options give the same plan, byte for byte, on every machine
 * (invariant 3). Never throws, whatever the text.
 */
export function compile(text: string, _host: CompileHost = {}, options: CompileOptions = {}): Compiled {
  const { fileName = null, format, limits, rules, extraKeys, commands } = options;
  const tree = readWorkflow(text, {
    fileName,
    ...(format === undefined ? {} : { format }),
    ...(limits === undefined ? {} : { limits }),
    ...(commands === undefined ? {} : { commands }),
  });
  const checked = [...check(tree, checkOptions(rules, extraKeys)), ...loneSurrogates(tree)];
  if (tree.dialect !== null || checked.some(isError)) return { plan: null, diagnostics: checked, tree };
  const { plan, diagnostics } = lowerWorkflow(tree, modelOf(tree), {
    source: options.source ?? true,
    shell: options.shell ?? "posix",
  });
  return { plan: diagnostics.some(isError) ? null : plan, diagnostics: [...checked, ...diagnostics], tree };
}

export function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}

/** Only what is given: an absent option is no option. */
export function checkOptions(rules: CompileOptions["rules"], extraKeys: CompileOptions["extraKeys"]): CheckOptions {
  return { ...(rules === undefined ? {} : { rules }), ...(extraKeys === undefined ? {} : { extraKeys }) };
}
