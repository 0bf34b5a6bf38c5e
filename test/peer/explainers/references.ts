import type { Json } from "../peer-file.ts";
import { isMap, mapSteps, mapTexts } from "../workflow-value.ts";
import { valuesOf } from "./arguments.ts";
import { type Explainer, rewriting, rewritingBoth } from "./explainer.ts";

/** What is neither a name nor a setting: the places where texts have references. */
const places = ["run", "command", "pipeline", "stdin", "env", "when", "condition", "approval", "for_each", "cwd"];

function mapPlaces(change: (text: string) => string): Parameters<typeof mapSteps>[1] {
  return (step) =>
    Object.fromEntries(
      Object.entries(step).map(([key, value]): [string, Json] => [
        key,
        places.includes(key) ? mapTexts(value, change) : value,
      ]),
    );
}

/** The original gets brackets as dots. */
export const brackets: Explainer = {
  decision: "D46",
  says: "brackets in references",
  rewrite: rewriting("original", (workflow) =>
    mapSteps(
      workflow,
      mapPlaces((text) => text.replace(/(\$[\w-]+\.(?:json|response)[\w.]*)\[(?:"(\w+)"|(\d+))\]/g, "$1.$2$3")),
    ),
  ),
};

/** Both read `.stdout` instead, or the list itself. */
export const moreFields: Explainer = {
  decision: "D46",
  says: "`.stderr`, `.exit_code` and `.length`",
  rewrite: rewritingBoth((workflow) =>
    mapSteps(
      workflow,
      mapPlaces((text) =>
        text
          .replace(/(\$[\w-]+)\.(stderr|exit_?[cC]ode)\b/g, "$1.stdout")
          .replace(/(\$[\w-]+\.json[\w.]*)\.length\b/g, "$1"),
      ),
    ),
  ),
};

/** The original gets the values of arguments in conditions. */
export const argumentsInConditions: Explainer = {
  decision: "D46",
  says: "`${arg}` in a condition",
  rewrite: rewriting("original", (workflow, file) => {
    const values = valuesOf(file);
    const fill = (condition: Json): Json =>
      mapTexts(condition, (text) =>
        text.replace(/\$\{([\w-]+)\}/g, (all, name: string) =>
          values.has(name) ? JSON.stringify(values.get(name)) : all,
        ),
      );
    return mapSteps(workflow, (step) => {
      const keys = ["when", "condition"].filter((key) => key in step);
      return { ...step, ...Object.fromEntries(keys.map((key) => [key, fill(step[key]!)])) };
    });
  }),
};

/** The original reads a key that is not there instead of what every object of its language has. */
export const prototypes: Explainer = {
  decision: "D23",
  says: "own properties only",
  rewrite: rewriting("original", (workflow) =>
    mapSteps(
      workflow,
      mapPlaces((text) => text.replace(/\.(constructor|toString|hasOwnProperty|__proto__)\b/g, ".none")),
    ),
  ),
};

/** Both get the reference itself. */
export const escapedReferences: Explainer = {
  decision: "D44",
  says: "`$$id.field` is literal",
  rewrite: rewritingBoth((workflow) =>
    mapSteps(
      workflow,
      mapPlaces((text) => text.replace(/[$\\]\$(?=[\w-]+\.)/g, "$$")),
    ),
  ),
};

/** The original compares with the newline that a program's output ends with. */
export const finalNewlines: Explainer = {
  decision: "D19",
  says: "`.stdout` compares without its final newline",
  rewrite: rewriting("original", (workflow) =>
    mapSteps(workflow, (step) => {
      const keys = ["when", "condition"].filter((key) => typeof step[key] === "string");
      const changed = keys.map((key): [string, Json] => [
        key,
        (step[key] as string).replace(/(\.stdout\s*[=!]=\s*(["'])(?:\\.|(?!\2)[^\\])*)\2/g, "$1\n$2"),
      ]);
      return { ...step, ...Object.fromEntries(changed) };
    }),
  ),
};

/** The original asks for the key that `none` stands for in these files. */
export const missingIsNull: Explainer = {
  decision: "D20",
  says: "a missing value equals null",
  rewrite: rewriting("original", (workflow) =>
    mapSteps(workflow, (step) => {
      const keys = ["when", "condition"].filter((key) => typeof step[key] === "string");
      const changed = keys.map((key): [string, Json] => [
        key,
        (step[key] as string).replace(/(\$[\w.-]+\.none) == null/g, "!$1").replace(/(\$[\w.-]+\.none) != null/g, "$1"),
      ]);
      return { ...step, ...Object.fromEntries(changed) };
    }),
  ),
};

/** Both get numbers that fit. */
export const longNumbers: Explainer = {
  decision: "D34",
  says: "long integers pass untouched",
  rewrite: rewritingBoth((workflow) =>
    mapSteps(workflow, (step) =>
      isMap(step) ? (mapTexts(step, (text) => text.replace(/\d{17,}/g, "17")) as typeof step) : step,
    ),
  ),
};
