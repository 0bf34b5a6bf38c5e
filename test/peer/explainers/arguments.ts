import type { Json, PeerFile } from "../peer-file.ts";
import { isMap, type JsonMap, mapSteps, mapTexts, workflowOf } from "../workflow-value.ts";
import { type Explainer, rewriting, rewritingBoth } from "./explainer.ts";

/** Both get a default for the arguments that have none. */
export const requiredArguments: Explainer = {
  decision: "D15",
  says: "an argument without default and value is required",
  rewrite: rewritingBoth((workflow) =>
    mapArguments(workflow, (declared) =>
      isMap(declared) && "default" in declared ? declared : { ...(isMap(declared) ? declared : {}), default: "x" },
    ),
  ),
};

/** Both are given only what is declared and of the declared type. */
export const givenArguments: Explainer = {
  decision: "D16",
  says: "unknown arguments and wrong types are refused",
  rewrite: (pair) => {
    const { args } = pair.ours;
    if (args === null) return null;
    const { args: declared } = workflowOf(pair.ours, true);
    const fitting = Object.entries(args).filter(([name, value]) => {
      const one = isMap(declared) ? declared[name] : undefined;
      return isMap(one) && isOfType(value, one["type"]);
    });
    if (fitting.length === Object.keys(args).length) return null;
    const given = { args: Object.fromEntries(fitting) };
    return { original: { ...pair.original, ...given }, ours: { ...pair.ours, ...given } };
  },
};

function isOfType(value: Json, type: Json | undefined): boolean {
  if (type === "number") return typeof value === "number" || (typeof value === "string" && /^-?[0-9.]+$/.test(value));
  if (type === "boolean") return typeof value === "boolean" || value === "true" || value === "false";
  return true;
}

/** The original gets lists, maps and nothing as the text that they are here. */
export const structuredArguments: Explainer = {
  decision: "D17",
  says: "objects and lists as text are JSON, null is empty",
  rewrite: rewriting("original", (workflow) =>
    mapArguments(workflow, (declared, name) => {
      // A list that is looped over is no text.
      const isLooped = JSON.stringify(workflow).includes(`"for_each":"\${${name}}"`);
      if (isLooped || !isMap(declared) || !("default" in declared)) return declared;
      const value = declared["default"]!;
      if (value === null) return { ...declared, default: "" };
      return typeof value === "object" ? { ...declared, default: JSON.stringify(value) } : declared;
    }),
  ),
};

function plain(value: Json): Json {
  return mapTexts(value, (text) => text.replaceAll("$", "S"));
}

function plainlyGiven(file: PeerFile): PeerFile {
  return file.args === null ? file : { ...file, args: plain({ ...file.args }) as JsonMap };
}

/** Both get argument values without `$`. */
export const referencesInArguments: Explainer = {
  decision: "D3",
  says: "values are never searched for references",
  rewrite: (pair) => {
    const defaults = rewritingBoth((workflow) =>
      mapArguments(workflow, (declared) =>
        isMap(declared) && "default" in declared ? { ...declared, default: plain(declared["default"]!) } : declared,
      ),
    )(pair);
    const hasGiven = JSON.stringify(pair.ours.args).includes("$");
    if (defaults === null && !hasGiven) return null;
    const { original, ours } = defaults ?? pair;
    return { original: plainlyGiven(original), ours: plainlyGiven(ours) };
  },
};

/** The original loops over the same list by a step that prints the arguments. */
export const listArguments: Explainer = {
  decision: "D30",
  says: "a whole reference keeps its type, also of an argument",
  rewrite: rewriting("original", (workflow) => {
    const whole = /^\s*\$\{([\w-]+)\}\s*$/;
    let isUsed = false;
    const changed = mapSteps(workflow, (step) => {
      const name = typeof step["for_each"] === "string" ? whole.exec(step["for_each"])?.[1] : undefined;
      if (name === undefined) return step;
      isUsed = true;
      return { ...step, for_each: `$peer-arguments.json.${name}` };
    });
    if (!isUsed) return workflow;
    const prints = { id: "peer-arguments", run: `printf '%s' "$LOBSTER_ARGS_JSON"` };
    return { ...changed, steps: [prints, ...(changed["steps"] as Json[])] };
  }),
};

/** The original gets pipelines with the values of arguments written out, in quotes where they stand in none. */
export const argumentsInPipelines: Explainer = {
  decision: "D2",
  says: "a value in a pipeline fills exactly its word",
  rewrite: rewriting("original", (workflow, file) => {
    const values = valuesOf(file);
    return mapSteps(workflow, (step) =>
      typeof step["pipeline"] === "string" ? { ...step, pipeline: filled(step["pipeline"], values) } : step,
    );
  }),
};

/** The values of arguments that both know before the run. */
export function valuesOf(file: PeerFile): ReadonlyMap<string, Json> {
  const { args } = workflowOf(file, true);
  const declared = isMap(args) ? Object.entries(args) : [];
  const defaults = declared.flatMap(([name, one]): [string, Json][] =>
    isMap(one) && "default" in one ? [[name, one["default"]!]] : [],
  );
  return new Map([...defaults, ...Object.entries(file.args ?? {})]);
}

function filled(pipeline: string, values: ReadonlyMap<string, Json>): string {
  let quote = "";
  let result = "";
  for (let i = 0; i < pipeline.length; i++) {
    const char = pipeline[i]!;
    const name = /^\$\{([\w-]+)\}/.exec(pipeline.slice(i))?.[1];
    const value = name === undefined ? undefined : values.get(name);
    if (value !== undefined && name !== undefined) {
      const text = `"${String(value).replace(/["\\$`]/g, "\\$&")}"`;
      result += quote === '"' ? text.slice(1, -1) : quote === "'" ? `'${text}'` : text;
      i += name.length + 2;
      continue;
    }
    if (char === "\\" && quote !== "") result += char + (pipeline[++i] ?? "");
    else {
      if (quote === "" ? /["']/.test(char) : char === quote) quote = quote === "" ? char : "";
      result += char;
    }
  }
  return result;
}

function mapArguments(workflow: JsonMap, change: (declared: Json, name: string) => Json): JsonMap {
  const { args } = workflow;
  if (!isMap(args)) return workflow;
  return {
    ...workflow,
    args: Object.fromEntries(Object.entries(args).map(([name, one]) => [name, change(one, name)])),
  };
}
