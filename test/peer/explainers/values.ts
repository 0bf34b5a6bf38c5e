import type { ArgPiece, Binding, PlanStep, RefPiece } from "@lobster-lang/plan";
import { compileFile } from "../compile-file.ts";
import type { Json, PeerFile } from "../peer-file.ts";
import { isMap, type JsonMap, mapSteps } from "../workflow-value.ts";
import { type Explainer, rewriting } from "./explainer.ts";

/**
 * D1: the original gets our script, where values come by variables. Then both do the same, and some value was one that a
 * shell reads as more than itself: a difference over plain values is no matter of quoting.
 */
export const valuesInShells: Explainer = {
  decision: "D1",
  says: "a value in shell text is data",
  rewrite: rewriting("original", (workflow, file) => {
    const scripts = scriptsOf(file);
    return mapSteps(workflow, (step, _place, path) => {
      const script = scripts.get(path);
      const key = typeof step["run"] === "string" ? "run" : "command";
      if (script === undefined || typeof step[key] !== "string") return step;
      return {
        ...step,
        [key]: `${noted(script.bindings)}${script.text}`,
        env: { ...asMap(step["env"]), ...script.variables },
      };
    });
  }),
  confirms: ({ original }) =>
    (original.values ?? "").split("\0").some((value) => value !== "" && !/^[\w./:@%+,-]+$/.test(value)),
};

interface Script {
  readonly text: string;
  readonly bindings: readonly Binding[];
  readonly variables: JsonMap;
}

/** The scripts with values, by the path of their step. */
function scriptsOf(file: PeerFile): Map<string, Script> {
  const { plan } = compileFile(file);
  const scripts = new Map<string, Script>();
  const visit = (step: PlanStep, around: string): void => {
    const { action } = step;
    const path = `${around}/${step.id}`;
    if (action?.kind === "for_each") for (const inner of action.steps) visit(inner, path);
    else if (action?.kind === "parallel") for (const branch of action.branches) visit(branch, path);
    else if (action?.kind === "shell" && action.script.bindings.length > 0) {
      const { text, bindings } = action.script;
      const own = bindings.filter(({ variable }) => variable.startsWith("_LOBSTER_"));
      const variables = Object.fromEntries(
        own.map(({ variable, value }): [string, Json] => [variable, spelledValue(value)]),
      );
      scripts.set(path, { text, bindings, variables });
    }
  };
  for (const step of plan?.steps ?? []) visit(step, "");
  return scripts;
}

function spelledValue(value: ArgPiece | RefPiece): string {
  if ("arg" in value) return `\${${value.arg}}`;
  return `$${[value.ref.step, ...value.ref.path].join(".").replace("error_message", "errorMessage")}`;
}

/** The values are noted outside of the folder that is compared. */
function noted(bindings: readonly Binding[]): string {
  const each = bindings.map(({ variable }) => `"$${variable}"`).join(" ");
  return `printf '%s\\0' ${each} >> "$HOME/values"\n`;
}

function asMap(value: Json | undefined): JsonMap {
  return isMap(value) ? value : {};
}
