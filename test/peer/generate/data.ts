import type { Json } from "../peer-file.ts";
import type { Choices } from "./choices.ts";

/** Texts without anything that a shell or a pipeline would take for its own. */
const plainTexts = ["one", "two", "Ana", "v1.2", "a-b", "open", "done", "2026-01-02", "x_y"];

/** Texts that code gets wrong. */
const hardTexts = [
  "it's late",
  'say "hi"',
  "a  b",
  "semi; echo INJECTED",
  "$(echo INJECTED)",
  "back\\slash",
  "star *",
  "größe 🦞",
  "two\nlines",
  "",
  " padded ",
  "-n",
  "| head --n 1",
  "tab\there",
  "{{id}}",
  "100%",
  "#no comment",
  "null",
  "true",
  "007",
  "1e3",
];

export function someText(choices: Choices): string {
  return choices.pick(choices.chance(60) ? plainTexts : hardTexts);
}

export function plainText(choices: Choices): string {
  return choices.pick(plainTexts);
}

export function someNumber(choices: Choices): number {
  return choices.pick([0, 1, 2, 5, 7, 10, -3, 1.5, 100, 0.1, 1e21, 2 ** 53 - 1]);
}

/** An object with one field of each type, as most programs print it. */
export function someObject(choices: Choices): { [key: string]: Json } {
  const result: { [key: string]: Json } = {
    id: choices.below(5),
    name: someText(choices),
    n: someNumber(choices),
    ok: choices.chance(50),
    tags: choices.times(0, 3, () => plainText(choices)),
    o: { k: someText(choices), deep: { v: choices.below(3) } },
    z: null,
  };
  for (const key of choices.some(["name", "n", "ok", "tags"], 8)) delete result[key];
  if (choices.chance(10)) result["n"] = null;
  if (choices.chance(10)) result["n"] = choices.pick(["10", "9", "x"]);
  return result;
}

/** A list as a program prints it: mostly objects, also none, one, or single values. */
export function someList(choices: Choices): Json[] {
  if (choices.chance(20)) return choices.times(0, 4, () => someValue(choices));
  return choices.times(choices.chance(10) ? 0 : 1, 5, () => someObject(choices));
}

export function someValue(choices: Choices): Json {
  return choices.pick<() => Json>([
    () => someText(choices),
    () => someText(choices),
    () => someNumber(choices),
    () => choices.chance(50),
    () => null,
    () => someObject(choices),
    () => choices.times(0, 3, () => someNumber(choices)),
  ])();
}
