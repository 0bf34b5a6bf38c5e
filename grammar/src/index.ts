export { wholeText } from "./text/text-source.ts";
export { textOf } from "./text/text-of.ts";
export { conditionOf } from "./condition/condition-of.ts";
export { readData, type DataDocument, type ReadOptions } from "./yaml/read-data.ts";
export { createMemo, type ReaderMemo } from "./yaml/memo.ts";
export { defaultReadLimits, readLimitSettings, type ReadLimits } from "./yaml/limits.ts";
export { decodeSource, type DecodedSource } from "./yaml/source-bytes.ts";
export type { Piece, PieceKind } from "./yaml/piece.ts";
export { formatWorkflow, type Formatted } from "./format/format-workflow.ts";
export { analyseShell } from "./shell/analyse.ts";
export { faultOfLowered, type LoweredShell } from "./shell/self-check.ts";
export { pipelineOf } from "./pipe/pipeline-of.ts";
export { readConfig, type ConfigOptions } from "./config/read-config.ts";
export { readWorkflow, type WorkflowOptions } from "./workflow/read-workflow.ts";
export {
  describeGrammar,
  type GrammarDescription,
  type GrammarRule,
  type GrammarToken,
} from "./describe/describe-grammar.ts";
export type { GrammarShape } from "./describe/shapes.ts";
