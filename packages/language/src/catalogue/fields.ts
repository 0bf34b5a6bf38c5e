import type { FieldSignature, PartName } from "./field-types.ts";
import {
  approvalFields,
  argumentFields,
  costLimitFields,
  fileFields,
  inputFields,
  retryFields,
} from "./fields-parts.ts";
import { parallelFields } from "./fields-blocks.ts";
import { branchFields, stepFields, subStepFields } from "./fields-step.ts";

/** A part of the file: what it is called in messages, and its keys. */
export interface PartSignature {
  readonly name: PartName;
  /** With its article: "a step". */
  readonly title: string;
  readonly fields: readonly FieldSignature[];
}

/**
 * The table of fields: the one source of the structure rules, of `lobster.schema.json` and of completion
 * (original-language.md 6, language.md "Fields that are ours").
 */
export const parts: { readonly [name in PartName]: PartSignature } = {
  file: { name: "file", title: "a workflow file", fields: fileFields },
  argument: { name: "argument", title: "an argument", fields: argumentFields },
  step: { name: "step", title: "a step", fields: stepFields },
  branch: { name: "branch", title: "a branch", fields: branchFields },
  "sub-step": { name: "sub-step", title: "a step of a loop", fields: subStepFields },
  approval: { name: "approval", title: "`approval`", fields: approvalFields },
  parallel: { name: "parallel", title: "`parallel`", fields: parallelFields },
  input: { name: "input", title: "`input`", fields: inputFields },
  retry: { name: "retry", title: "`retry`", fields: retryFields },
  "cost-limit": { name: "cost-limit", title: "`cost_limit`", fields: costLimitFields },
};

const bySpelling = new Map<PartName, ReadonlyMap<string, FieldSignature>>(
  Object.values(parts).map((part) => {
    const spelt = part.fields.flatMap((field) =>
      [field.name, ...(field.aliases ?? [])].map((spelling) => [spelling, field] as const),
    );
    return [part.name, new Map(spelt)];
  }),
);

/** The field that `key` names in a part, in any of its spellings. */
export function fieldOf(part: PartName, key: string): FieldSignature | undefined {
  return bySpelling.get(part)?.get(key);
}

/** The keys by which a step of this part says what it does, in the order of the table. */
export function actionKeys(part: PartName): readonly string[] {
  return actionsOf.get(part) ?? [];
}

const actionsOf = new Map<PartName, readonly string[]>(
  Object.values(parts).map(({ name, fields }) => [
    name,
    fields.filter((field) => field.action === true).map((field) => field.name),
  ]),
);

/** A name that a reference can spell. */
export const namePattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/**
 * Texts that would become the question of a gate that plainly was not meant to be one (T126), in lower case: rule
 * gate-that-says-no, and the schema.
 */
export const gateRefusals: readonly string[] = [
  "no",
  "n",
  "false",
  "off",
  "optional",
  "none",
  "never",
  "null",
  "skip",
  "disabled",
  "not required",
];
