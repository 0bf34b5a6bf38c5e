import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";
import type { ChildPlan, Plan } from "./types.ts";

/** What a child is called in `children` of a plan: the SHA-256, hex, of its canonical form. */
export function childKey(child: ChildPlan): string {
  return createHash("sha256").update(canonicalJson(child)).digest("hex");
}

/** The plan itself, or one of the workflows that its steps run. */
export interface WorkflowOfPlan extends Pick<Plan, "args" | "env" | "cwd" | "steps"> {
  /** Null for the plan itself. */
  readonly key: string | null;
  /** JSON pointer of it in the plan. */
  readonly pointer: string;
}

/** The plan, and each of its children once, whoever runs it. */
export function workflowsOf(plan: Plan): readonly WorkflowOfPlan[] {
  const children = Object.entries(plan.children ?? {});
  return [
    { ...plan, key: null, pointer: "" },
    ...children.map(([key, child]) => ({ ...child, key, pointer: `/children/${key}` })),
  ];
}
