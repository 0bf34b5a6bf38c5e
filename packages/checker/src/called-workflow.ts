import type { ArgNode, TextNode, WorkflowAction } from "@lobster-lang/language";

/** What the file of a `workflow:` step turned out to be, as whoever reads files found it. */
export type CalledWorkflow =
  | {
      readonly kind: "workflow";
      /** How people are told about it. */
      readonly name: string;
      readonly args: readonly ArgNode[];
      /** Where it stops for consent, itself or in what it calls: paths of steps. */
      readonly gates: readonly string[];
    }
  | {
      readonly kind: "missing";
      /** A path of a file that is there and was perhaps meant. */
      readonly meant: string | null;
      /** Whether it would lie outside the folder in which children have to lie. */
      readonly outside: boolean;
      /** A warning where files of other checkouts are not asked for. */
      readonly severity: "error" | "warning";
    }
  | { readonly kind: "folder" }
  | { readonly kind: "outside"; readonly root: string }
  | { readonly kind: "unreadable"; readonly why: string }
  | { readonly kind: "foreign"; readonly name: string; readonly message: string }
  | { readonly kind: "faulty"; readonly name: string; readonly errors: number; readonly first: PlaceInFile }
  | { readonly kind: "cycle"; readonly chain: readonly string[] }
  | { readonly kind: "too-deep" | "too-large"; readonly limit: number; readonly setting: string };

/** A finding in another file. */
export interface PlaceInFile {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Nothing for a step whose file nobody has looked for. */
export type CalledWorkflows = ReadonlyMap<WorkflowAction, CalledWorkflow>;

/** The path that a `workflow:` says, or null where it depends on a value, which is only known when the step is reached. */
export function calledPath({ parts }: TextNode): string | null {
  return parts.some((part) => part.kind === "arg" || part.kind === "ref")
    ? null
    : parts
        .map((part) => ("text" in part ? part.text : ""))
        .join("")
        .trim();
}
