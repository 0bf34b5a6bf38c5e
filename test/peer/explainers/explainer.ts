import type { PeerFile } from "../peer-file.ts";
import type { Outcome } from "../run-file.ts";
import { isEqual, type JsonMap, mapSteps, withWorkflow, workflowOf } from "../workflow-value.ts";

/** What each program is given. */
export interface Pair {
  readonly original: PeerFile;
  readonly ours: PeerFile;
}

export interface Difference extends Pair {
  readonly outcomes: { readonly original: Outcome; readonly ours: Outcome };
}

/**
 * One deliberate difference. It explains a difference only when the difference is gone once both programs are asked for
 * the same thing (`rewrite`), or once the original's answer is read as ours says it (`reads`); where neither can be done,
 * `accounts` looks at both answers.
 */
export interface Explainer {
  /** Row of the table of deliberate differences. */
  readonly decision: string;
  /** What it is about, one clause. */
  readonly says: string;
  /** Null where the file has nothing of the kind. */
  readonly rewrite?: (pair: Pair) => Pair | null;
  /** Of the run after rewriting: whether what the decision is about did occur. */
  readonly confirms?: (outcomes: Difference["outcomes"]) => boolean;
  /** Null where the answer has nothing of the kind. */
  readonly reads?: (original: Outcome, file: PeerFile) => Outcome | null;
  /** The decision; false where the difference is another. */
  readonly accounts?: (difference: Difference) => string | false;
}

/** A rewriter that changes the workflow of one program; nothing changed is nothing of the kind. */
export function rewriting(
  side: keyof Pair,
  change: (workflow: JsonMap, file: PeerFile) => JsonMap,
): (pair: Pair) => Pair | null {
  return (pair) => {
    const file = pair[side];
    if (file.kind === "pipeline") return null;
    const before = workflowOf(file, side === "ours");
    const after = change(structuredClone(before), file);
    return isEqual(before, after) ? null : { ...pair, [side]: withWorkflow(file, after) };
  };
}

/** The same change for both programs. */
export function rewritingBoth(change: (workflow: JsonMap) => JsonMap): (pair: Pair) => Pair | null {
  return (pair) => {
    const ours = rewriting("ours", change)(pair);
    return ours === null ? null : (rewriting("original", change)(ours) ?? ours);
  };
}

/** A rewriter of pipeline texts, of workflows' steps and of the command line. */
export function rewritingPipelines(side: keyof Pair, change: (text: string) => string): (pair: Pair) => Pair | null {
  return (pair) => {
    const file = pair[side];
    if (file.kind === "workflow") {
      return rewriting(side, (workflow) => mapPipelines(workflow, change))(pair);
    }
    const text = change(file.text);
    return text === file.text ? null : { ...pair, [side]: { ...file, text } };
  };
}

function mapPipelines(workflow: JsonMap, change: (text: string) => string): JsonMap {
  return mapSteps(workflow, (step) =>
    typeof step["pipeline"] === "string" ? { ...step, pipeline: change(step["pipeline"]) } : step,
  );
}
