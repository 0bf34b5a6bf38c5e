import type { Command } from "unbash";
import { refusals } from "./place-context.ts";
import type { Walk } from "./walk.ts";

/** `${n}>f`: pasted, the value was a file descriptor; as a variable it would be a word. */
export function refuseDescriptors(command: Command, base: number, { decisions, text }: Walk): void {
  const starts = new Set(command.redirects.filter((it) => it.descriptor === undefined).map((it) => it.pos));
  for (const word of command.name === undefined ? command.args : [command.name, ...command.args]) {
    const last = word.type === "Word" ? word.parts?.at(-1) : undefined;
    if (last === undefined || !starts.has(word.end)) continue;
    const substitution = decisions.at(base + last.pos, base + last.end);
    const before = text.slice(base + word.pos, base + last.pos);
    if (substitution !== undefined && /^\d*$/.test(before)) decisions.refuse(substitution, refusals.descriptor);
  }
}
