import type { Json } from "../peer-file.ts";
import type { Choices } from "./choices.ts";
import { referencesIn, type Scope } from "./scope.ts";

/** A condition about earlier steps; null where there is nothing to ask about. */
export function someCondition(choices: Choices, scope: Scope): string | boolean | null {
  if (choices.chance(6)) return choices.pick<string | boolean>([true, "true", "1 == 1"]);
  const atoms = [...comparisons(choices, scope), ...flags(scope)];
  if (atoms.length === 0) return null;
  return combined(choices, atoms, 2);
}

function combined(choices: Choices, atoms: readonly string[], depth: number): string {
  const atom = choices.pick(atoms);
  if (depth === 0 || choices.chance(55)) return atom;
  const left = combined(choices, atoms, depth - 1);
  switch (choices.below(4)) {
    case 0:
      return `${left} && ${atom}`;
    case 1:
      return `${left} || ${atom}`;
    case 2:
      return `!(${left})`;
    default:
      return `(${left}) && (${atom} || ${choices.pick(atoms)})`;
  }
}

/** One comparison or test a reference, true or false. */
function comparisons(choices: Choices, scope: Scope): string[] {
  return referencesIn(scope).map(({ text, value }) => {
    if (typeof value === "number") {
      const other = choices.pick([value, value + 1, 0, 5]);
      return choices.chance(15)
        ? text
        : `${text} ${choices.pick(["==", "!=", "<", "<=", ">", ">="])} ${literal(other)}`;
    }
    if (typeof value === "boolean") {
      return choices.pick([text, `!${text}`, `${text} == ${choices.chance(50)}`, `${text} != true`]);
    }
    if (value === null) return choices.pick([text, `!${text}`, `${text} == null`, `${text} != null`]);
    if (typeof value === "string") {
      const other = choices.pick([value.trimEnd(), "other", "open"]);
      const written = choices.pick([`"${escaped(other, '"')}"`, `'${escaped(other, "'")}'`]);
      return choices.chance(15) ? text : `${text} ${choices.pick(["==", "!="])} ${written}`;
    }
    return choices.pick([text, `!${text}`, `${text} != null`]);
  });
}

function literal(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : "5";
}

function escaped(text: string, quote: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`);
}

/** What is known about steps beyond their output. */
function flags(scope: Scope): string[] {
  return scope.steps.flatMap((step) => [
    ...(step.isGate === true && step.mayBeSkipped !== true ? [`$${step.id}.approved`] : []),
    ...(step.mayBeSkipped === true ? [`$${step.id}.skipped`, `!$${step.id}.skipped`] : []),
    ...(step.failed === true ? [`$${step.id}.error`, `!$${step.id}.error`] : []),
  ]);
}

/** Whether a value has a meaning of its own as a word of a condition. */
export function isWord(value: Json): boolean {
  return typeof value === "string" && /^[A-Za-z_][\w-]*$/.test(value);
}
