import { linesOf, type CalledWorkflow, type PlaceInFile } from "@lobster-lang/checker";
import { readWorkflow } from "@lobster-lang/grammar";
import type { Diagnostic, WorkflowAction, WorkflowTree } from "@lobster-lang/language";
import type { CalledText } from "../host.ts";
import type { LoweredWorkflow } from "../lower/workflow.ts";

/** A workflow file with everything that was found in it, and what its steps call. */
export interface LinkedFile {
  /** As the host calls it, or as the caller did. */
  readonly name: string | null;
  readonly tree: WorkflowTree;
  readonly diagnostics: readonly Diagnostic[];
  /** The lowered file; null while something in it, or in what it calls, cannot run. */
  readonly lowered: LoweredWorkflow | null;
  /** The fault to begin with, here or in what it calls; null without errors. */
  readonly first: PlaceInFile | null;
}

/** A file whose bytes are no text: that is all there is to say. */
export function noText({ name, text, problem }: CalledText & { kind: "text" }): LinkedFile {
  const tree = readWorkflow(text, { fileName: name });
  const diagnostics = problem === null ? [] : [problem];
  return { name, tree, diagnostics, lowered: null, first: firstFault(name, tree, diagnostics, new Map()) };
}

/** The fault to begin with: one of the file's own before one that only says that another file has faults. */
export function firstFault(
  name: string,
  tree: WorkflowTree,
  diagnostics: readonly Diagnostic[],
  called: ReadonlyMap<WorkflowAction, CalledWorkflow>,
): PlaceInFile | null {
  const errors = diagnostics.filter(isError);
  const own = errors.find(({ rule }) => rule !== "child-workflow") ?? errors[0];
  if (own === undefined) return null;
  const faults = [...called.values()].filter(({ kind }) => kind !== "workflow");
  const [passedOn] = faults;
  const isPassedOn = own.rule === "child-workflow" && faults.every(({ kind }) => kind === "faulty");
  if (isPassedOn && passedOn?.kind === "faulty") return passedOn.first;
  const lines = linesOf(tree.text);
  const line = lines.lineOf(own.range.start);
  const column = own.range.start - lines.startOf(line) + 1;
  return { name, line: line + 1, column, message: own.message };
}

/** `./a/../b.lobster` → `b.lobster`: one spelling for one path, with nothing of the machine in it (invariant 3). */
export function canonicalPath(path: string): string {
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    const before = kept.at(-1);
    if (part === ".." && before !== undefined && before !== "..") kept.pop();
    else kept.push(part);
  }
  return kept.join("/");
}

export function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}
