import {
  argumentsInPipelines,
  givenArguments,
  listArguments,
  referencesInArguments,
  requiredArguments,
  structuredArguments,
} from "./arguments.ts";
import { attemptsInBlocks, blocksInLoops, branchesOfSkipped, firstToSucceed, loopsOverPipelines } from "./blocks.ts";
import { environmentNumbers, mergeKeys } from "./environment.ts";
import type { Explainer } from "./explainer.ts";
import { gatesInLoops, gatesOfFailures, ownPrompts, templatedQuestions } from "./gates.ts";
import {
  continuedLines,
  finalBackslashes,
  immutableResults,
  negatedFlags,
  nullsLast,
  programOptions,
} from "./pipelines.ts";
import {
  argumentsInConditions,
  brackets,
  escapedReferences,
  finalNewlines,
  longNumbers,
  missingIsNull,
  moreFields,
  prototypes,
} from "./references.ts";
import { refusals } from "./refusals.ts";
import { renderedPipelines } from "./rendered.ts";
import { valuesInShells } from "./values.ts";

/**
 * Every way to explain a difference. Files are rewritten in this order, and an explainer is left out, from the first on,
 * when the rest does without it: what is general stands first. `valuesInShells` compiles our file and so is before all
 * that change it for the original.
 */
export const explainers: readonly Explainer[] = [
  refusals,
  mergeKeys,
  valuesInShells,
  environmentNumbers,
  requiredArguments,
  givenArguments,
  structuredArguments,
  argumentsInPipelines,
  referencesInArguments,
  argumentsInConditions,
  listArguments,
  gatesOfFailures,
  ownPrompts,
  gatesInLoops,
  blocksInLoops,
  branchesOfSkipped,
  templatedQuestions,
  attemptsInBlocks,
  loopsOverPipelines,
  firstToSucceed,
  brackets,
  moreFields,
  prototypes,
  escapedReferences,
  finalNewlines,
  missingIsNull,
  longNumbers,
  immutableResults,
  finalBackslashes,
  negatedFlags,
  programOptions,
  nullsLast,
  continuedLines,
  renderedPipelines,
];
