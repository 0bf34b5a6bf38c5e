import type { Output } from "../io.ts";

export interface Colours {
  bold(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  blue(text: string): string;
  green(text: string): string;
  dim(text: string): string;
}

/** Colours on a terminal; none where NO_COLOR is set or TERM is dumb. FORCE_COLOR asks for them anywhere. */
export function coloursFor(output: Output, env: { readonly [name: string]: string | undefined }): Colours {
  const wanted = env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "0" && env["FORCE_COLOR"] !== "";
  const refused = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  const on = !refused && (wanted || output.isTTY);
  const paint = (code: number, end: number) => (text: string) => (on ? `\u001b[${code}m${text}\u001b[${end}m` : text);
  return {
    bold: paint(1, 22),
    red: paint(31, 39),
    yellow: paint(33, 39),
    blue: paint(34, 39),
    green: paint(32, 39),
    dim: paint(2, 22),
  };
}
