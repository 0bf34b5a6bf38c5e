import { readWorkflow } from "@lobster-lang/grammar";
import { type DataNode, resolved } from "@lobster-lang/language";
import type { Json } from "../peer-file.ts";
import { isMap, type JsonMap, mapSteps, withWorkflow, workflowOf } from "../workflow-value.ts";
import { type Explainer, rewriting } from "./explainer.ts";

/** The original gets the numbers and booleans of `env:` in quotes. */
export const environmentNumbers: Explainer = {
  decision: "D13",
  says: "numbers and booleans in env are text",
  rewrite: rewriting("original", (workflow, file) => {
    const spellings = spellingsOf(readWorkflow(file.text, { fileName: file.fileName }).root);
    const change = (holder: JsonMap): JsonMap => {
      const { env } = holder;
      if (!isMap(env)) return holder;
      const entries = Object.entries(env).map(([name, value]): [string, Json] => {
        const isDropped = typeof value === "number" || typeof value === "boolean";
        return [name, isDropped ? (spellings.get(`${name} ${String(value)}`) ?? String(value)) : value];
      });
      return { ...holder, env: Object.fromEntries(entries) };
    };
    return change(mapSteps(workflow, change));
  }),
};

/** `1.10` is 1.1: how numbers were written, by their key. */
function spellingsOf(root: DataNode | null): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (node: DataNode | null): void => {
    const target = resolved(node);
    if (target?.kind === "list") target.items.forEach(visit);
    if (target?.kind !== "map") return;
    for (const { key, value } of target.entries) {
      const inner = resolved(value);
      if (inner?.kind === "scalar") found.set(`${key.text} ${String(inner.value)}`, inner.text);
      else visit(value);
    }
  };
  visit(root);
  return found;
}

/** The original gets the file with everything merged. */
export const mergeKeys: Explainer = {
  decision: "D14",
  says: "merge keys are merged",
  rewrite: (pair) => {
    const { original } = pair;
    if (original.kind === "pipeline") return null;
    const merged = workflowOf(original, true);
    const isMerging = JSON.stringify(merged) !== JSON.stringify(workflowOf(original, false));
    return isMerging ? { ...pair, original: withWorkflow(original, merged) } : null;
  },
};
