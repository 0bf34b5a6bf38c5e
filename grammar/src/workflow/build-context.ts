import type {
  CommandTable,
  DataNode,
  MapNode,
  ScalarNode,
  StepNode,
  TextNode,
  TextRole,
  ValueNode,
} from "@lobster-lang/language";
import { resolved } from "@lobster-lang/language";
import { textOf } from "../text/text-of.ts";

/**
 * What the builders of one reading share. Steps and values are kept by the identity of their data node: a piece whose
 * text is unchanged keeps its data nodes, so its steps are not built again, and a node behind many aliases is built once.
 */
export interface BuildContext {
  steps: Map<MapNode, StepNode> | null;
  values: Map<DataNode, Map<TextRole, ValueNode>> | null;
  /** The stages that pipelines were read by. */
  readonly commands: CommandTable;
}

/** A context to be kept as long as data nodes may come back: with the memo, or for one reading. */
export function createBuildContext(commands: CommandTable): BuildContext {
  return { steps: null, values: null, commands };
}

/** The text of a scalar in its role; a number or boolean is its spelling. Null for maps, lists, null and nothing. */
export function textIn(node: DataNode | null | undefined, role: TextRole): TextNode | null {
  const scalar = scalarIn(node);
  if (scalar === null || scalar.value === null) return null;
  return textOf({ text: scalar.text, map: scalar.map, scalar }, role);
}

/** The scalar behind a node, or null. */
export function scalarIn(node: DataNode | null | undefined): ScalarNode | null {
  const target = resolved(node);
  return target?.kind === "scalar" ? target : null;
}

/** The map behind a node, or null. */
export function mapIn(node: DataNode | null | undefined): MapNode | null {
  const target = resolved(node);
  return target?.kind === "map" ? target : null;
}

/** The items of the list behind a node; none when it is no list. */
export function itemsIn(node: DataNode | null | undefined): readonly (DataNode | null)[] {
  const target = resolved(node);
  return target?.kind === "list" ? target.items : [];
}

/** Whether a value is nothing: absent, empty or `null`. */
export function isNothing(node: DataNode | null | undefined): boolean {
  const target = resolved(node);
  return target === null || (target.kind === "scalar" && target.value === null);
}
