import { environmentNumbers, mergeKeys } from "./environment.ts";
import type { Explainer } from "./explainer.ts";
import { refusals } from "./refusals.ts";
import { renderedPipelines } from "./rendered.ts";
import { valuesInShells } from "./values.ts";

/** Every way to explain a difference, in the order in which files are rewritten. */
export const explainers: readonly Explainer[] = [
  refusals,
  mergeKeys,
  environmentNumbers,
  renderedPipelines,
  valuesInShells,
];
