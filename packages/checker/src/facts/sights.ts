import type { StepNode } from "@lobster-lang/language";
import type { Model, Reference, TextPlace } from "../model.ts";
import { partsOf, sourceOf } from "./places.ts";
import { analysisOf } from "./shell.ts";

/**
 * What there is to look at in a step, its inner steps aside. `step-reference`, `arg-reference`: anything that has the form
 * of one, in shell text too; `text-reference`, `shell-reference`: one of a step outside of conditions, one in shell text;
 * `unready-reference`: one of a step that is not there or has not run; `suspect`: a part that only looks like one; `shell-place`: a substitution in shell text; `shell-variable`: one that
 * a script reads or sets; `bash`: syntax of bash; `lobster-variable`: the letters `LOBSTER_` in a text.
 */
export type Sight =
  | "step-reference"
  | "arg-reference"
  | "text-reference"
  | "shell-reference"
  | "unready-reference"
  | "suspect"
  | "condition"
  | "pipeline"
  | "shell"
  | "shell-place"
  | "shell-variable"
  | "bash"
  | "lobster-variable"
  | "env";

const bits: { readonly [sight in Sight]: number } = {
  "step-reference": 1,
  "arg-reference": 1024,
  "text-reference": 2048,
  "shell-reference": 4096,
  "unready-reference": 8192,
  suspect: 2,
  condition: 4,
  pipeline: 8,
  shell: 16,
  "shell-place": 32,
  "shell-variable": 64,
  bash: 128,
  "lobster-variable": 256,
  env: 512,
};

/** Several sights as one number, so that asking whether two sets share one costs nothing. */
export function sightSet(sights: readonly Sight[]): number {
  let set = 0;
  for (const sight of sights) set |= bits[sight];
  return set;
}

/** All that there is to look at in a step. */
export function sightsOf(model: Model, step: StepNode): number {
  let set = step.env.length > 0 ? bits.env : 0;
  for (const reference of model.referencesOf(step)) set |= sightsOfReference(reference, model);
  for (const place of model.textsOf(step)) set |= sightsIn(place, model);
  return set;
}

function sightsOfReference({ ref, step, place }: Reference, model: Model): number {
  if (ref.kind === "arg") return bits["arg-reference"];
  let set = bits["step-reference"];
  if (place.content.kind !== "condition") set |= bits["text-reference"];
  if (place.content.kind === "shell") set |= bits["shell-reference"];
  return model.visibility(ref.id, step) === "ok" ? set : set | bits["unready-reference"];
}

function sightsIn(place: TextPlace, model: Model): number {
  const { text } = sourceOf(place);
  let set = text.includes("LOBSTER_") ? bits["lobster-variable"] : 0;
  // Outside of pipelines, whose words have quotes of their own, every part that is no literal has one of these.
  if (place.content.kind === "pipeline" || text.includes("$") || text.includes("{{")) {
    for (const { part } of partsOf(place)) if (part.kind === "suspect") set |= bits.suspect;
  }
  switch (place.content.kind) {
    case "text":
      return set;
    case "condition":
      return set | bits.condition;
    case "pipeline":
      return set | bits.pipeline;
    case "shell":
      return set | bits.shell | sightsOfShell(place, model);
  }
}

function sightsOfShell(place: TextPlace, model: Model): number {
  const analysis = analysisOf(model, place);
  if (analysis === null) return 0;
  let set = 0;
  if (analysis.places.length > 0) set |= bits["shell-place"];
  if (analysis.variables.length > 0) set |= bits["shell-variable"];
  if (analysis.bashOnly.length > 0) set |= bits.bash;
  return set;
}
