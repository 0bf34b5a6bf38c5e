import type { Json } from "../peer-file.ts";
import { isMap, type JsonMap, mapSteps, mapTexts } from "../workflow-value.ts";
import { valuesOf } from "./arguments.ts";
import { type Explainer, rewriting, rewritingBoth } from "./explainer.ts";

const reference = /\$(?=[A-Za-z0-9_-]+\.[A-Za-z])/g;

/** Both lose the gates of steps whose failure is let pass. */
export const gatesOfFailures: Explainer = {
  decision: "D6",
  says: "a gate is asked although its action failed",
  rewrite: rewritingBoth((workflow) =>
    mapSteps(workflow, ({ approval, ...step }) => {
      const letsPass = step["on_error"] === "continue" || step["on_error"] === "skip_rest";
      return approval === undefined || letsPass ? step : { ...step, approval };
    }),
  ),
};

/** Both get commands that print another key than `prompt` and `requiresApproval`. */
export const ownPrompts: Explainer = {
  decision: "D7",
  says: "a step's output never replaces its gate's words",
  rewrite: rewritingBoth((workflow) =>
    mapSteps(workflow, (step) => {
      if (step["approval"] === undefined || typeof step["run"] !== "string") return step;
      return { ...step, run: step["run"].replace(/"(prompt|requiresApproval)":/g, '"said":') };
    }),
  ),
};

/** Whether a step asks for data: by itself, or by a stage. */
function asks({ input, pipeline }: JsonMap): boolean {
  return input !== undefined || (typeof pipeline === "string" && /(?:^|\|)\s*ask\b/.test(pipeline));
}

/** Both get loops without gates and questions. */
export const gatesInLoops: Explainer = {
  decision: "D9",
  says: "gates and questions in loops pause the run there",
  rewrite: rewritingBoth((workflow) =>
    mapSteps(workflow, (step) => {
      if (!Array.isArray(step["steps"])) return step;
      const inner = step["steps"].filter(isMap).flatMap(({ approval, ...sub }) => {
        if (asks(sub)) return [];
        if (approval === undefined) return [sub];
        return "run" in sub || "command" in sub || "pipeline" in sub ? [sub] : [];
      });
      return { ...step, steps: inner.length === 0 ? [{ id: "nothing", run: "true" }] : inner };
    }),
  ),
};

/** References that both leave as they are (D44). */
function literal(value: Json): Json {
  return mapTexts(value, (text) => text.replace(reference, "$$$$"));
}

/** Ours gets references as they are, the original the values of arguments. */
export const templatedQuestions: Explainer = {
  decision: "D29",
  says: "prompts, previews, items and nested values are templates",
  rewrite: (pair) => {
    const ours = rewriting("ours", (workflow) =>
      mapPlaces(workflow, literal, (approval) => {
        // Items that are a text are a reference, and no list to the original.
        if (typeof approval["items"] !== "string") return approval;
        const { items: _items, ...rest } = approval;
        return rest;
      }),
    )(pair);
    const original = rewriting("original", (workflow, file) => {
      const values = valuesOf(file);
      const fill = (text: string): string =>
        text.replace(/\$\{([\w-]+)\}/g, (all, name: string) => (values.has(name) ? String(values.get(name)) : all));
      return mapPlaces(
        workflow,
        (value) => mapTexts(value, fill),
        (approval) => approval,
      );
    })(ours ?? pair);
    return original ?? ours;
  },
};

/** Everywhere that only ours fills in. */
function mapPlaces(
  workflow: JsonMap,
  change: (value: Json) => Json,
  ofApproval: (approval: JsonMap) => JsonMap,
): JsonMap {
  return mapSteps(workflow, (step) => {
    const { approval, input, stdin } = step;
    const result: JsonMap = { ...step };
    if (typeof approval === "string") result["approval"] = change(approval);
    else if (isMap(approval)) result["approval"] = change(ofApproval(approval));
    if (isMap(input)) {
      const { prompt = null, defaults } = input;
      const said = { prompt: change(prompt), ...(defaults === undefined ? {} : { defaults: change(defaults) }) };
      result["input"] = { ...input, ...said };
    }
    if (stdin !== null && typeof stdin === "object") result["stdin"] = change(stdin);
    return result;
  });
}
