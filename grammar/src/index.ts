export { wholeText } from "./text/text-source.ts";
export { textOf } from "./text/text-of.ts";
