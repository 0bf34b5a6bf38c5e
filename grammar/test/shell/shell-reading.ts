import { analyseShell, textOf, wholeText } from "@lobster-lang/grammar";
import type { ShellAnalysis, ShellPlace } from "@lobster-lang/language";

/** Arguments and steps that exist in these tests. */
export const names = { args: new Set(["x", "n", "file", "my-arg"]), steps: new Set(["s", "f", "out"]) };

/** What the shell sees in a text. */
export function read(script: string): ShellAnalysis {
  return analyseShell(textOf(wholeText(script), "shell"), names);
}

/** The places of a text: the substitution as written, then its kind. */
export function kinds(script: string): string[] {
  return read(script).places.map((place) => `${written(script, place)} ${place.kind}`);
}

export function written(script: string, place: ShellPlace): string {
  return script.slice(place.span.start, place.span.end);
}

/** The reason why the only substitution of a text is refused. */
export function reason(script: string): string {
  const [place] = read(script).places;
  return place?.kind === "refused" ? (place.reason ?? "") : `not refused: ${place?.kind}`;
}
