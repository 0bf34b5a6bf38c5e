import type { RuleLevel } from "@lobster-lang/checker";
import type { CommandTable, Diagnostic, ShellFamily, WorkflowTree } from "@lobster-lang/language";
import type { Plan } from "@lobster-lang/plan";
import type { CompileHost } from "./host.ts";
import type { CompileLimits } from "./link/limits.ts";
import type { LinkedFile } from "./link/linked-file.ts";
import { Linker } from "./link/linker.ts";
import { linkedPlan } from "./lower/plan.ts";

export interface CompileOptions {
  /**
   * For messages and the `source` section (its base name only); its ending tells JSON from YAML. Paths in it begin there.
   * Default: null.
   */
  readonly fileName?: string | null;
  readonly format?: "yaml" | "json";
  /** The family that scripts are compiled for; POSIX is the only one. */
  readonly shell?: ShellFamily;
  /** Whether the plan says where its parts came from; default true. */
  readonly source?: boolean;
  /** Sizes that a file, and what it calls, may have; never part of a plan. */
  readonly limits?: Partial<CompileLimits>;
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
  /** The files that its steps call, directly or not, each once. */
  readonly called: readonly CalledFile[];
}

/** A file that was read because another one calls it. */
export interface CalledFile {
  /** As the host calls it. */
  readonly name: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Text of a workflow file → plan: read it and the files that it calls, check, lower. All findings come at once, and with an
 * error among them there is no plan, so nothing can run (D5). The same texts and options give the same plan, byte for byte,
 * on every machine (invariant 3). Never throws, whatever the text.
 */
export function compile(text: string, host: CompileHost = {}, options: CompileOptions = {}): Compiled {
  const linker = new Linker(host, options);
  const { tree, diagnostics, lowered } = linker.root(text);
  const { source = true, shell = "posix" } = options;
  const plan = lowered === null ? null : linkedPlan(lowered, linker.lowered, { source, shell });
  return { plan, diagnostics, tree, called: calledFiles(linker.called) };
}

export interface CheckFileOptions extends Omit<CompileOptions, "shell" | "source"> {
  /** How a called file that is not there is reported; an error unless something else is said. */
  readonly missingWorkflows?: "error" | "warning";
}

/** All findings of a file, and of the files that it calls. Never throws, whatever the text. */
export function checkFile(text: string, host: CompileHost, options: CheckFileOptions): Omit<Compiled, "plan"> {
  const linker = new Linker(host, { ...options, lower: false });
  const { tree, diagnostics } = linker.root(text);
  return { diagnostics, tree, called: calledFiles(linker.called) };
}

function calledFiles(files: readonly LinkedFile[]): readonly CalledFile[] {
  return files.map(({ name, tree, diagnostics }) => ({ name: name ?? "", text: tree.text, diagnostics }));
}
