import type { CommandProgram, CommandSignature, FlagSignature } from "@lobster-lang/language";
import type { ProgramFlag, StageProgram } from "@lobster-lang/plan";

/** What a command of the project's configuration starts: all of it is in the plan, so that a resume and an approval hold it. */
export function lowerProgram({ flags, input, effects }: CommandSignature, program: CommandProgram): StageProgram {
  const { words, from, output, retrySafe } = program;
  return {
    words: words.map((word) => ({ ...word })),
    flags: flags.map(lowerFlag),
    input: input === "discards" ? "none" : input === "streams" ? "stream" : "whole",
    output,
    network: effects.includes("network"),
    retrySafe,
    from,
  };
}

function lowerFlag({ name, type, default: value, values, minimum }: FlagSignature): ProgramFlag {
  const isPlain = type === "number" || type === "integer" || type === "boolean" || type === "json";
  return {
    name,
    type: isPlain ? type : "text",
    onByDefault: value === true,
    values: values ?? null,
    minimum: minimum ?? null,
  };
}
