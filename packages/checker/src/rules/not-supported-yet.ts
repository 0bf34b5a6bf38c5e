import { entryOf, fieldOf, resolved } from "@lobster-lang/language";
import type { EntryNode } from "@lobster-lang/language";
import type { Rule } from "../rule.ts";
import { type PartInstance, partsIn } from "../structure/part-instances.ts";

export const notSupportedYet: Rule = {
  id: "not-supported-yet",
  severity: "error",
  summary: "a part of the language that this version cannot run yet",
  explanation: `The file is right, but this version of Lobster cannot run it. Nothing runs, so that no half of the work is done. Each message names
a way to do the same today.`,
  wrong: `steps:
  - id: send
    workflow: send.lobster
`,
  right: `steps:
  - id: send
    run: lobster run --mode tool send.lobster
`,
  fix: { none: "the way round depends on what the step does" },
  locked: true,
  inPipelines: true,
  file: (context) => {
    for (const at of partsIn(context.tree)) {
      for (const entry of at.map.entries) {
        const later = fieldOf(at.part, entry.key.text)?.later;
        if (later === undefined || asksForNothing(at, entry)) continue;
        context.report({
          range: entry.key.range,
          message: `${later.what}: not supported yet, so nothing runs; until then, ${later.today}`,
        });
      }
    }
  },
  step: (step, context) => {
    for (const action of step.actions) {
      if (action.kind !== "pipeline") continue;
      for (const { name, signature } of action.pipeline.stages) {
        if (name === null || signature?.supported !== false) continue;
        const message = `the stage \`${name.text}\` is not supported yet, so nothing runs; until then, call a program that does it by \`exec\``;
        context.report({ range: name.range, message });
      }
    }
  },
};

/** `secret: false` and a key whose owner is not there (inert-key) ask for nothing that is missing. */
function asksForNothing(at: PartInstance, entry: EntryNode): boolean {
  const owner = fieldOf(at.part, entry.key.text)?.owner;
  if (owner !== undefined && !owner.keys.some((key) => entryOf(at.map, key) !== undefined)) return true;
  const value = resolved(entry.value);
  return value?.kind === "scalar" && value.value === false;
}
