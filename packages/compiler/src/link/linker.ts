import { calledPath, check, modelOf, type CalledWorkflow, type CheckOptions } from "@lobster-lang/checker";
import { readWorkflow } from "@lobster-lang/grammar";
import type { CommandTable, Diagnostic, StepNode, WorkflowAction } from "@lobster-lang/language";
import { childKey, requiredGates, sizesOf, type ChildPlan, type PlanSize } from "@lobster-lang/plan";
import type { CalledText, CompileHost } from "../host.ts";
import { loneSurrogates } from "../lone-surrogates.ts";
import type { LinkedChild } from "../lower/lowering.ts";
import { lowerWorkflow, type LoweredWorkflow } from "../lower/workflow.ts";
import { canonicalPath, firstFault, isError, noText } from "./linked-file.ts";
import type { LinkedFile } from "./linked-file.ts";
import { compileLimitSettings, defaultCompileLimits, type CompileLimits } from "./limits.ts";

export interface LinkOptions {
  readonly fileName?: string | null;
  readonly format?: "yaml" | "json";
  readonly limits?: Partial<CompileLimits>;
  readonly rules?: CheckOptions["rules"];
  readonly extraKeys?: CheckOptions["extraKeys"];
  readonly commands?: CommandTable;
  /** How a called file that is not there is reported; an error unless something else is said. */
  readonly missingWorkflows?: "error" | "warning";
  /** Whether the file itself is lowered, too; true unless something else is said. */
  readonly lower?: boolean;
}

/** A file that is being read, and whoever called it: for cycles and depth. */
interface Caller {
  readonly name: string;
  readonly identity: string | null;
}

/**
 * Reads a file and, at each `workflow:` step, the file that it names; checks and lowers each once, the called ones first.
 * One object for one compilation.
 */
export class Linker {
  readonly #host: CompileHost;
  readonly #options: LinkOptions;
  readonly #limits: CompileLimits;
  readonly #called = new Map<string, LinkedFile>();
  readonly #children: { [key: string]: ChildPlan } = {};
  readonly #lowered = new Map<string, LoweredWorkflow>();
  readonly #gates = new Map<string, readonly string[]>();

  constructor(host: CompileHost, options: LinkOptions) {
    this.#host = host;
    this.#options = options;
    this.#limits = { ...defaultCompileLimits, ...options.limits };
  }

  /** Called files by their keys in a plan. */
  get lowered(): ReadonlyMap<string, LoweredWorkflow> {
    return this.#lowered;
  }

  /** Every file that was called, each once: what a file calls stands before it. */
  get called(): readonly LinkedFile[] {
    return [...this.#called.values()];
  }

  /** The file that is compiled. */
  root(text: string): LinkedFile {
    const { fileName = null, format } = this.#options;
    const identity = fileName === null ? null : (this.#host.identityOf?.(fileName) ?? null);
    return this.#file(text, fileName, format, [{ name: fileName ?? "this file", identity }]);
  }

  #file(text: string, name: string | null, format: LinkOptions["format"], callers: readonly Caller[]): LinkedFile {
    const { limits, rules, extraKeys, commands } = this.#options;
    const tree = readWorkflow(text, {
      fileName: name,
      ...(format === undefined ? {} : { format }),
      ...(limits === undefined ? {} : { limits }),
      ...(commands === undefined ? {} : { commands }),
    });
    const isRoot = callers.length === 1;
    const called = new Map<WorkflowAction, CalledWorkflow>();
    const linked = new Map<WorkflowAction, LinkedChild>();
    const own = [...stepsIn(tree.steps)];
    let steps = own.length;
    for (const action of own.flatMap((step) => step.actions)) {
      if (action.kind !== "workflow" || called.has(action)) continue;
      const path = calledPath(action.path) ?? "";
      if (path === "") continue;
      const answer = this.#call(path, name, callers);
      steps += answer.child === null ? 0 : this.#sizeOf(answer.child.key).steps;
      const { steps: limit } = this.#limits;
      const isTooLarge = answer.child !== null && steps > limit;
      const setting = compileLimitSettings.steps;
      called.set(action, isTooLarge ? { kind: "too-large", limit, setting } : answer.called);
      if (answer.child !== null) linked.set(action, answer.child);
    }
    const levels = { ...(rules === undefined ? {} : { rules }), ...(extraKeys === undefined ? {} : { extraKeys }) };
    const found = [...check(tree, { ...levels, called }), ...loneSurrogates(tree)];
    const told = (diagnostics: readonly Diagnostic[], lowered: LoweredWorkflow | null): LinkedFile => {
      const first = firstFault(name ?? "this file", tree, diagnostics, called);
      return { name, tree, diagnostics, lowered: first === null ? lowered : null, first };
    };
    const canRun = tree.dialect === null && !found.some(isError) && called.size === linked.size;
    if (!canRun || (isRoot && this.#options.lower === false)) return told(found, null);
    const lowered = lowerWorkflow(tree, modelOf(tree), linked);
    return told([...found, ...lowered.diagnostics], lowered);
  }

  #call(path: string, from: string | null, callers: readonly Caller[]): Answer {
    const read = this.#host.readText?.(path, from) ?? nobodyReads;
    if (read.kind === "missing") {
      const severity = this.#options.missingWorkflows ?? "error";
      return { called: { ...read, severity }, child: null };
    }
    if (read.kind !== "text") return { called: read, child: null };
    const start = callers.findIndex(({ identity }) => identity === read.identity);
    if (start !== -1) {
      const chain = [...callers.slice(start).map(({ name }) => name), callers[start]!.name];
      return { called: { kind: "cycle", chain }, child: null };
    }
    const { workflowDepth: limit } = this.#limits;
    const tooDeep = { kind: "too-deep", limit, setting: compileLimitSettings.workflowDepth } as const;
    if (callers.length > limit) return { called: tooDeep, child: null };
    const file = this.#calledFile(read, callers);
    const answer = this.#answer(file, path);
    const depth = answer.child === null ? 0 : this.#sizeOf(answer.child.key).depth;
    return callers.length + depth > limit ? { called: tooDeep, child: null } : answer;
  }

  #calledFile(read: CalledText & { kind: "text" }, callers: readonly Caller[]): LinkedFile {
    const known = this.#called.get(read.name);
    if (known !== undefined) return known;
    const file = read.problem === null ? this.#file(read.text, read.name, undefined, [...callers, read]) : noText(read);
    this.#called.set(read.name, file);
    return file;
  }

  #answer({ name: given, tree, diagnostics, lowered, first }: LinkedFile, path: string): Answer {
    const name = given ?? path;
    if (tree.dialect !== null) return { called: { kind: "foreign", name, message: tree.dialect.message }, child: null };
    if (first !== null) {
      const errors = diagnostics.filter(isError).length;
      return { called: { kind: "faulty", name, errors, first }, child: null };
    }
    const key = lowered === null ? null : this.#keep(lowered);
    const gates = key === null ? [] : this.#gatesOf(key);
    return {
      called: { kind: "workflow", name, args: tree.args, gates },
      // What only warnings keep from running is judged and not linked in.
      child: key === null ? null : { key, file: canonicalPath(path) },
    };
  }

  #keep(lowered: LoweredWorkflow): string {
    const key = childKey(lowered.child);
    this.#children[key] ??= lowered.child;
    if (!this.#lowered.has(key)) this.#lowered.set(key, lowered);
    return key;
  }

  #gatesOf(key: string): readonly string[] {
    const known = this.#gates.get(key);
    if (known !== undefined) return known;
    const gates = requiredGates({ steps: this.#children[key]?.steps ?? [], children: this.#children });
    this.#gates.set(key, gates);
    return gates;
  }

  #sizeOf(key: string): PlanSize {
    return sizesOf({ steps: this.#children[key]?.steps ?? [], children: this.#children });
  }
}

interface Answer {
  readonly called: CalledWorkflow;
  /** Null for a file that cannot be linked in. */
  readonly child: LinkedChild | null;
}

const nobodyReads = { kind: "unreadable", why: "no files are read here" } as const;

/** Steps, and those inside them. */
function* stepsIn(steps: readonly StepNode[]): Iterable<StepNode> {
  for (const step of steps) {
    yield step;
    for (const action of step.actions) {
      if (action.kind === "parallel") yield* stepsIn(action.branches);
      if (action.kind === "for-each") yield* stepsIn(action.steps);
    }
  }
}
