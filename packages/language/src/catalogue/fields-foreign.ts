import type { LookAlike, PartName } from "./field-types.ts";
import { partLookAlikes } from "./fields-foreign-parts.ts";
import { stepLookAlikes } from "./fields-foreign-step.ts";

/** Keys that people bring from other languages, with the right one (public-workflows.md 3 and 5, T89–T91, T103, T131). */
export const lookAlikes: readonly LookAlike[] = [...stepLookAlikes, ...partLookAlikes];

const byPart = new Map<PartName, Map<string, LookAlike>>();
for (const look of lookAlikes) {
  for (const part of look.on) {
    const spelt = byPart.get(part) ?? new Map<string, LookAlike>();
    byPart.set(part, spelt);
    for (const key of look.keys) spelt.set(folded(key), look);
  }
}

/** The look-alike that `key` is in a part; case and separators do not matter (`continue-on-error`, `dependsOn`). */
export function lookAlike(part: PartName, key: string): LookAlike | undefined {
  // Asked for each key of a file: nearly all of them are ours, and few.
  const known = foldedKeys.get(key);
  const spelling = known ?? folded(key);
  if (known === undefined && foldedKeys.size < 500) foldedKeys.set(key, spelling);
  return byPart.get(part)?.get(spelling);
}

const foldedKeys = new Map<string, string>();

function folded(key: string): string {
  return key.toLowerCase().replace(/[-_. ]/g, "");
}
