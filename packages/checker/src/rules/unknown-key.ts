import type { EntryNode, Fix, PartName } from "@lobster-lang/language";
import { encloses, fieldOf, lookAlike, nearest, parts } from "@lobster-lang/language";
import type { Finding, Rule, RuleContext } from "../rule.ts";
import { canBecome, fixOf, isTaken, keysOf, lookAlikeFix } from "../structure/conversions.ts";
import { removeEntry, renameKey } from "../structure/entry-edits.ts";
import { type PartInstance, partsIn } from "../structure/part-instances.ts";
import { containsAnchor } from "../structure/anchors.ts";

export const unknownKey: Rule = {
  id: "unknown-key",
  severity: "error",
  summary: "a key that does not exist, is misspelt, or belongs somewhere else",
  explanation: `A key that Lobster does not know does nothing: with \`if: false\` the step always runs, with \`timeout: 30\` it never ends early.
Other languages' keys are named with the right one (\`if\` → \`when\`, \`timeout\` → \`timeout_ms\` with milliseconds,
\`continue-on-error\` → \`on_error: continue\`, \`needs\` → the order of the file), misspelt ones with the nearest.

Keys that were never meant to do anything (\`version\`, \`author\`, \`tags\`) are warnings. Keys that begin with \`x-\` and
top-level keys that only hold anchors are left alone.`,
  wrong: `steps:
  - id: build
    run: make
    timeout: 30
`,
  right: `steps:
  - id: build
    run: make
    timeout_ms: 30000
`,
  fix: "safe",
  file: (context) => {
    for (const at of partsIn(context.tree)) {
      if (at.part === "approval") continue;
      for (const entry of at.map.entries) checkEntry(at, entry, context);
    }
  },
};

function checkEntry(at: PartInstance, entry: EntryNode, context: RuleContext): void {
  const key = entry.key.text;
  // A file with a fault of YAML has keys that are none.
  if (at.part === "file" && context.tree.problems.some((problem) => encloses(entry.range, problem.range))) return;
  if (key.startsWith("x-") || fieldOf(at.part, key) !== undefined) return;
  if (at.part === "branch" && key === "approval") return;
  const finding = findingFor(at, entry, context);
  if (finding !== null) context.report(finding);
}

function findingFor(at: PartInstance, entry: EntryNode, context: RuleContext): Finding | null {
  const { tree } = context;
  const key = entry.key.text;
  const title = parts[at.part].title;
  const known = keysOf(at.part);
  const near = nearest(key, known);
  const exact = near !== null && folded(near) === folded(key) ? near : null;
  if (exact === "approval") return null;
  if (exact !== null) return misspelt(at, entry, exact, `\`${key}\` is not spelt right: write \`${exact}\``, context);
  const look = lookAlike(at.part, key);
  if (look?.judge !== undefined) return null;
  if (look !== undefined) {
    const fix = look.cosmetic === true ? removalOf(at, entry, context) : lookAlikeFix(tree, at, entry, look);
    const message = `\`${key}\` is no key of ${title}: ${look.advice}`;
    return {
      range: entry.key.range,
      message,
      fixes: listOf(fix),
      ...(look.cosmetic === true ? { severity: "warning" } : {}),
    };
  }
  if (near === "approval") return null;
  if (at.part === "file" && containsAnchor(entry.value)) return null;
  const elsewhere = placeOf(at.part, key);
  if (elsewhere !== null)
    return { range: entry.key.range, message: `\`${key}\` does nothing here: ${elsewhere}`, fixes: [] };
  if (near !== null)
    return misspelt(at, entry, near, `\`${key}\` is no key of ${title}: did you mean \`${near}\`?`, context);
  const message = `\`${key}\` is no key of ${title}, so it would do nothing: remove it`;
  return { range: entry.key.range, message, fixes: listOf(removalOf(at, entry, context)) };
}

/** Renaming is certain where the value is one that the right key takes. */
function misspelt(at: PartInstance, entry: EntryNode, right: string, message: string, context: RuleContext): Finding {
  const free = !isTaken(at, entry, right);
  const safe = canBecome(at, entry, right);
  const fix = free ? fixOf(`rename to \`${right}\``, safe, [renameKey(context.tree, entry, right)]) : null;
  return { range: entry.key.range, message, fixes: listOf(fix) };
}

function removalOf(at: PartInstance, entry: EntryNode, context: RuleContext): Fix | null {
  return fixOf(`remove \`${entry.key.text}\``, false, [removeEntry(context.tree, at.map, entry)]);
}

/** Where a key of the language belongs that stands in the wrong part; null for a key of none. */
function placeOf(part: PartName, key: string): string | null {
  const onStep = fieldOf("step", key) !== undefined;
  if (part === "branch" && onStep) return `${parts[part].title} cannot have it, so make it a step of its own`;
  if (part !== "step" && onStep && part !== "argument") return "it belongs on a step";
  if (part !== "file" && fieldOf("file", key) !== undefined) return "it belongs at the top of the file";
  const holders = [
    ["parallel", "parallel"],
    ["retry", "retry"],
    ["input", "input"],
    ["cost-limit", "cost_limit"],
  ] as const;
  const holder = holders.find(([inside]) => inside !== part && fieldOf(inside, key) !== undefined);
  return holder === undefined ? null : `it belongs into \`${holder[1]}:\``;
}

function folded(key: string): string {
  return key.toLowerCase().replace(/[-_. ]/g, "");
}

function listOf(fix: Fix | null): readonly Fix[] {
  return fix === null ? [] : [fix];
}
