import type { WorkflowAction as WorkflowNode } from "@lobster-lang/language";
import type { WorkflowAction } from "@lobster-lang/plan";
import type { PlaceLowering } from "./lowering.ts";
import { lowerValue } from "./value.ts";

/** The call of a workflow that was linked in; whole references in `workflow_args` keep their type (D30). */
export function lowerCall(node: WorkflowNode, pointer: string, lowering: PlaceLowering): WorkflowAction | null {
  const child = lowering.children.get(node);
  if (child === undefined) {
    lowering.refuse("child-workflow", node.path.range, "the file that this step calls was not linked in");
    return null;
  }
  lowering.noteCall({ child: child.key, env: lowering.env });
  const given = node.args?.kind === "map-value" ? node.args.entries : [];
  const names = new Set<string>();
  const own = given.filter(({ key }) => !names.has(key) && names.add(key));
  const args = own.map(({ key, keyRange, value }, index) => {
    lowering.mark(`${pointer}/args/${index}`, { start: keyRange.start, end: value.range.end });
    return { name: key, value: lowerValue(value, lowering.names) };
  });
  return { kind: "workflow", file: child.file, child: child.key, args };
}
