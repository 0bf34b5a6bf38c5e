import type { Choices } from "./choices.ts";

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A text as one word of a pipeline, in quotes that both lexers read alike (D25). */
export function pipelineWord(choices: Choices, text: string): string {
  const isBare = /^[A-Za-z0-9_.,=/<>:-]+$/.test(text) && !text.startsWith("-");
  if (isBare && choices.chance(60)) return text;
  const isSingle = !text.includes("'") && !text.includes("\\") && text !== "";
  if (isSingle && choices.chance(70)) return `'${text}'`;
  return `"${text.replace(/["\\$`]/g, "\\$&")}"`;
}
