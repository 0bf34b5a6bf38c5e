import type {
  Diagnostic,
  Fix,
  Range,
  RelatedPlace,
  Severity,
  StepNode,
  WorkflowAction,
  WorkflowTree,
} from "@lobster-lang/language";
import type { CalledWorkflow } from "./called-workflow.ts";
import type { Sight } from "./facts/sights.ts";
import type { Model } from "./model.ts";

/**
 * One rule of the catalogue: one file `rules/<id>.ts` that exports one of these, listed in `rules/index.ts`.
 * `lobster explain`, the rule pages and the checker all read it.
 */
export interface Rule {
  readonly id: string;
  /** Default severity; a finding may lower or raise it where the catalogue says E/W. */
  readonly severity: Severity;
  /** What it reports, one line. */
  readonly summary: string;
  /** Why it matters and what to do, Markdown. */
  readonly explanation: string;
  /** Workflow texts, executed by the tests: `wrong` gives this rule, `right` gives nothing. */
  readonly wrong: string;
  readonly right: string;
  /** `safe`: `--fix` applies it; `offered`: the editor offers it; else the reason why there is none. */
  readonly fix: "safe" | "offered" | { readonly none: string };
  /**
   * Set where nothing could run with the fault in it (a reference without a step, text that does not parse): such a
   * finding can be neither silenced nor demoted. A finding may say otherwise for itself.
   */
  readonly locked?: boolean;
  /** Reports only when a configuration gives it a level (`unused-arg`), or the editor asks (`action-before-gate`). */
  readonly onRequest?: boolean;
  /** Its examples are configurations and no workflows. */
  readonly about?: "configuration";
  /** Also looks at inline pipelines: there the model holds one step with one pipeline and no names. */
  readonly inPipelines?: boolean;
  /**
   * What a step must have for `step` to find anything: it is asked only about steps that have one of these. Absent: about
   * all. Costs nothing in a rule, and saves asking about most steps.
   */
  readonly looksAt?: readonly Sight[];
  /** Looks at one step (also branches and sub-steps), with everything about the file at hand in `context.model`. */
  readonly step?: (step: StepNode, context: RuleContext) => void;
  /** Looks at the file once. */
  readonly file?: (context: RuleContext) => void;
}

export interface RuleContext {
  readonly tree: WorkflowTree;
  readonly model: Model;
  /** What the file of a `workflow:` step is; undefined where nobody has looked. */
  called(action: WorkflowAction): CalledWorkflow | undefined;
  report(finding: Finding): void;
}

/** A diagnostic before the rule's id and default severity are put in. */
export interface Finding {
  readonly range: Range;
  readonly message: string;
  readonly severity?: Severity;
  readonly related?: readonly RelatedPlace[];
  readonly fixes?: readonly Fix[];
  readonly locked?: boolean;
}

export type { Diagnostic };
