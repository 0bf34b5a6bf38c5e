import type {
  CommandTable,
  DataNode,
  EntryNode,
  MapNode,
  Problem,
  ScalarNode,
  StepNode,
  WorkflowTree,
} from "@lobster-lang/language";
import { entryOf, languageCommands, resolved } from "@lobster-lang/language";
import { defaultReadLimits, readLimitSettings, type ReadLimits } from "../yaml/limits.ts";
import type { ReaderMemo } from "../yaml/memo.ts";
import type { Piece } from "../yaml/piece.ts";
import { readData } from "../yaml/read-data.ts";
import { argsOf } from "./arguments.ts";
import { type BuildContext, createBuildContext, itemsIn, mapIn, scalarIn, textIn } from "./build-context.ts";
import { dialectOf } from "./dialect.ts";
import { envOf } from "./environment.ts";
import { stepOfItem, stepsOf } from "./steps.ts";

export interface WorkflowOptions {
  readonly fileName?: string | null;
  /** By the file name when absent: `.json` is strict JSON, everything else YAML. */
  readonly format?: "yaml" | "json";
  /** Of the same document's earlier texts: what stands in unchanged pieces is not read again. */
  readonly memo?: ReaderMemo;
  readonly limits?: Partial<ReadLimits>;
  /** The stages of pipelines; those of the language when absent. */
  readonly commands?: CommandTable;
}

/**
 * Reads a workflow file. Always gives a tree with all that could be read, whatever is wrong; faults of YAML, conditions
 * and pipelines are in `problems` of the nodes, faults of structure are found by the checker (D5).
 */
export function readWorkflow(text: string, options: WorkflowOptions = {}): WorkflowTree {
  const fileName = options.fileName ?? null;
  const format = options.format ?? (fileName !== null && /\.json$/i.test(fileName) ? "json" : "yaml");
  const { memo, limits } = options;
  const mostSteps = limits?.steps ?? defaultReadLimits.steps;
  const data = readData(text, {
    format,
    ...(memo === undefined ? {} : { memo }),
    ...(limits === undefined ? {} : { limits }),
  });
  const root = mapIn(data.root);
  const steps = stepsIn(valueIn(root, "steps"), data.pieces, options.commands ?? languageCommands);
  const broken = data.problems.some((problem) => (problem.severity ?? "error") === "error");
  return {
    kind: "workflow",
    range: { start: 0, end: text.length },
    text,
    fileName,
    format,
    root: data.root,
    name: labelIn(root, "name"),
    description: labelIn(root, "description"),
    args: argsOf(valueIn(root, "args")),
    env: envOf(valueIn(root, "env")),
    cwd: textIn(valueIn(root, "cwd"), "cwd"),
    steps: steps.slice(0, mostSteps),
    comments: data.comments,
    dialect: dialectOf(text, data.root, broken),
    problems: steps.length > mostSteps ? [...data.problems, tooMany(steps[mostSteps]!, mostSteps)] : data.problems,
  };
}

function tooMany(first: StepNode, most: number): Problem {
  const message = `the file has more than ${most.toLocaleString("en")} steps: split it, or raise ${readLimitSettings.steps}`;
  return { rule: "yaml-syntax", range: first.range, message };
}

function valueIn(root: MapNode | null, key: string): DataNode | null {
  return root === null ? null : (entryOf(root, key)?.value ?? null);
}

function labelIn(root: MapNode | null, key: string): ScalarNode | null {
  const scalar = scalarIn(valueIn(root, key));
  return scalar === null || scalar.value === null ? null : scalar;
}

/** The steps of the file, each built with what is kept for its piece. */
function stepsIn(list: DataNode | null, pieces: readonly Piece[], commands: CommandTable): readonly StepNode[] {
  const byItem = new Map<DataNode | null, BuildContext>();
  for (const piece of pieces) for (const item of piece.items) byItem.set(item, contextOf(piece, commands));
  const around = contextOf(pieces.find((piece) => holds(piece, list)) ?? null, commands);
  if (byItem.size === 0) return stepsOf(list, "step", around);
  return itemsIn(list).map((item) => stepOfItem(item, list, "step", byItem.get(item) ?? around));
}

/** Whether the list of steps was read with this piece. */
function holds(piece: Piece, list: DataNode | null): boolean {
  const has = (entry: EntryNode): boolean => entry.value === list;
  const root = resolved(piece.root);
  return piece.entries.some(has) || (root?.kind === "map" && root.entries.some(has));
}

/** What was built from a piece, for as long as nothing that can be read from its nodes changes. */
function contextOf(piece: Piece | null, commands: CommandTable): BuildContext {
  if (piece === null) return createBuildContext(commands);
  const { memo } = piece;
  const kept = memo.built as BuildContext | undefined;
  if (kept?.commands === commands) return kept;
  const context = createBuildContext(commands);
  memo.built = context;
  return context;
}
