import { nearest } from "@lobster-lang/language";
import type { StepNode } from "@lobster-lang/language";
import type { Model } from "../model.ts";

interface Known {
  /** Ids with a dot by what stands before it: a reference reads only that. */
  readonly dotted: ReadonlyMap<string, string>;
  readonly meant: Map<string, string | null>;
}

const kept = new WeakMap<Model, Known>();

/** Searching costs all ids of the file: one with hundreds of unknown names has another fault than a typing slip. */
const searches = 50;

function knownOf(model: Model): Known {
  const known = kept.get(model);
  if (known !== undefined) return known;
  const ids = [...model.steps.keys()].filter((id) => id.includes("."));
  const built = { dotted: new Map(ids.map((id) => [id.slice(0, id.indexOf(".")), id])), meant: new Map() };
  kept.set(model, built);
  return built;
}

/** The step that a misspelt name most likely means. */
export function nearestStep(name: string, model: Model, step: StepNode | null): string | null {
  const { meant } = knownOf(model);
  const known = meant.get(name);
  if (known !== undefined) return known;
  if (meant.size >= searches) return null;
  const close = nearest(name, model.namesAt(step).steps);
  // Of one or two letters every other such name is close.
  const found = close !== null && name.length < 3 && close.toLowerCase() !== name.toLowerCase() ? null : close;
  meant.set(name, found);
  return found;
}

/** The id `name.…` of a step that no reference can name. */
export function dottedStep(name: string, model: Model): string | null {
  return knownOf(model).dotted.get(name) ?? null;
}
