export { main } from "./main.ts";
export { processIo } from "./process-io.ts";
export { OutputFailed } from "./io.ts";
export type { EndSignal, Input, Io, Output } from "./io.ts";
