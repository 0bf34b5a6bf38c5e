import { referenceField } from "@lobster-lang/language";
import type { Model } from "../model.ts";
import type { StepNode } from "@lobster-lang/language";

/** What another language's expression is in ours. */
export interface OurSpelling {
  readonly text: string;
  /** Whether it plainly means that: the names exist and the field is one of ours. */
  readonly certain: boolean;
  /** A reference goes on into letters behind it; `${arg}` does not. */
  readonly isReference: boolean;
}

const argumentHeads = new Set([
  "arg",
  "args",
  "argument",
  "arguments",
  "input",
  "inputs",
  "param",
  "params",
  "parameters",
  "vars",
]);
const stepHeads = new Set(["step", "steps", "needs", "outputs"]);

/** Whether `$name.…` is how other languages begin; a real step of this name is one. */
export function isForeignHead(name: string, model: Model): boolean {
  return (argumentHeads.has(name) || stepHeads.has(name)) && !model.steps.has(name);
}

/**
 * Our spelling of an expression such as `steps.fetch.outputs.id`, `args.city`, `fetch.stdout`, `city`; null when it
 * names nothing that this file could mean.
 */
export function ourSpelling(expression: string, model: Model, step: StepNode | null): OurSpelling | null {
  const words = expression.trim().replace(/^\$/, "").split(".");
  if (!words.every((word) => /^[A-Za-z0-9_-]+$/.test(word))) return null;
  const [head, ...rest] = words as [string, ...string[]];
  const steps = model.namesAt(step).steps;
  if (argumentHeads.has(head) && !steps.has(head)) return rest.length === 1 ? argument(rest[0]!, model) : null;
  if (stepHeads.has(head) && !steps.has(head)) {
    const [id, ...path] = rest;
    return id === undefined ? null : reference(id, path, steps.has(id));
  }
  if (rest.length === 0) return model.args.has(head) ? argument(head, model) : null;
  return steps.has(head) ? reference(head, rest, true) : null;
}

function argument(name: string, model: Model): OurSpelling {
  return { text: `\${${name}}`, certain: model.args.has(name), isReference: false };
}

function reference(id: string, path: readonly string[], exists: boolean): OurSpelling {
  const [field, ...rest] = path;
  if (field === undefined) return { text: `$${id}.json`, certain: false, isReference: true };
  if (referenceField(field) !== undefined)
    return { text: `$${id}.${path.join(".")}`, certain: exists, isReference: true };
  const inner = ["output", "outputs", "result", "results", "data"].includes(field) ? rest : path;
  return { text: ["$" + id, "json", ...inner].join("."), certain: false, isReference: true };
}
