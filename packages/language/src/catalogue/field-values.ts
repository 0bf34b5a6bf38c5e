import type { ValueType } from "./field-types.ts";

export const anyValue: ValueType = { kind: "any" };
export const scalar: ValueType = { kind: "scalar" };
export const text: ValueType = { kind: "text" };
export const filledText: ValueType = { kind: "text", blank: false };
export const boolean: ValueType = { kind: "boolean" };
const nothing: ValueType = { kind: "null" };

/** Also nothing at all: `env:` with an empty value is as absent. */
export function optional(...options: readonly ValueType[]): ValueType {
  return { kind: "one-of", options: [...options, nothing] };
}

export const milliseconds: ValueType = { kind: "integer", minimum: 1, maximum: 2_147_483_647 };
export const environment: ValueType = optional({
  kind: "map",
  of: { kind: "one-of", options: [text, { kind: "number" }, boolean] },
});
export const condition: ValueType = optional(text, boolean);
