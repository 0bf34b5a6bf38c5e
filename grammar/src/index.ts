export { wholeText } from "./text/text-source.ts";
export { textOf } from "./text/text-of.ts";
export { conditionOf } from "./condition/condition-of.ts";
export { readData, type DataDocument, type ReadOptions } from "./yaml/read-data.ts";
export { createMemo, type ReaderMemo } from "./yaml/memo.ts";
export { defaultReadLimits, type ReadLimits } from "./yaml/limits.ts";
export type { Piece, PieceKind } from "./yaml/piece.ts";
export { analyseShell } from "./shell/analyse.ts";
export { faultOfLowered, type LoweredShell } from "./shell/self-check.ts";
