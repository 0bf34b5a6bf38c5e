import type { LookAlike, PartName } from "./field-types.ts";
import { partLookAlikes } from "./fields-foreign-parts.ts";
import { stepLookAlikes } from "./fields-foreign-step.ts";

/** Keys that people bring from other languages, with the right one (public-workflows.md 3 and 5, T89–T91, T103, T131). */
export const lookAlikes: readonly LookAlike[] = [...stepLookAlikes, ...partLookAlikes];

const bySpelling = new Map<string, LookAlike>(
  lookAlikes.flatMap((look) =>
    look.on.flatMap((part) => look.keys.map((key) => [`${part} ${folded(key)}`, look] as const)),
  ),
);

/** The look-alike that `key` is in a part; case and separators do not matter (`continue-on-error`, `dependsOn`). */
export function lookAlike(part: PartName, key: string): LookAlike | undefined {
  return bySpelling.get(`${part} ${folded(key)}`);
}

function folded(key: string): string {
  return key.toLowerCase().replace(/[-_. ]/g, "");
}
