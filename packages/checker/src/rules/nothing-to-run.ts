import type { EntryNode, StepNode } from "@lobster-lang/language";
import { actionKeys, entryOf, fieldOf, lookAlike, nearest, resolved } from "@lobster-lang/language";
import type { Rule } from "../rule.ts";
import { listed } from "../structure/describe.ts";
import { stepTitle } from "../structure/part-instances.ts";

export const nothingToRun: Rule = {
  id: "nothing-to-run",
  severity: "error",
  summary: "a step that does nothing, or a blank command",
  explanation: `A step does one thing: it runs a command (\`run\`), a pipeline (\`pipeline\`), or stops for consent (\`approval\`). A blank command would
do nothing and erase the output of the run.`,
  wrong: `steps:
  - id: fetch
    description: Fetches the mails
`,
  right: `steps:
  - id: fetch
    description: Fetches the mails
    run: inbox list --json
`,
  fix: { none: "what the step is meant to do only its author knows" },
  locked: true,
  step: (step, context) => {
    if (step.data === null) return;
    const doing = actionKeys(step.role).flatMap((key) => entryOf(step.data!, key) ?? []);
    for (const entry of doing) {
      if (!isBlank(entry)) continue;
      const range =
        entry.value === null || entry.value.range.start === entry.value.range.end ? entry.key.range : entry.value.range;
      context.report({
        range,
        message: `\`${entry.key.text}\` is blank, so ${stepTitle(step)} does nothing: write what to run`,
      });
    }
    const loop = doing.find((entry) => entry.key.text === "for_each");
    if (loop !== undefined && entryOf(step.data, "steps") === undefined) {
      context.report({
        range: loop.key.range,
        message: "the loop has no `steps:`, so it does nothing: write `steps:` with what to run for each item",
      });
    }
    if (doing.length > 0 || isOtherwiseBusy(step)) return;
    const range = step.idNode?.range ?? step.data.entries[0]?.key.range ?? step.range;
    const ways = step.role === "branch" ? ["`run:`", "`pipeline:`"] : ["`run:`", "`pipeline:`", "`approval:`"];
    context.report({ range, message: `${stepTitle(step)} does nothing: give it ${listed(ways)}` });
  },
};

function isBlank(entry: EntryNode): boolean {
  const value = resolved(entry.value);
  return value?.kind === "scalar" && typeof value.value === "string" && value.text.trim() === "";
}

/** A gate, an input, or a key that another rule reports and that says what was meant. */
function isOtherwiseBusy(step: StepNode): boolean {
  const map = step.data!;
  // On a branch it is rule unknown-key's.
  if (entryOf(map, "input") !== undefined) return true;
  const approval = entryOf(map, "approval");
  if (approval !== undefined) {
    const value = resolved(approval.value);
    return !(value?.kind === "scalar" && value.value === false);
  }
  const meant = [...actionKeys("step"), "approval"];
  return map.entries.some((entry) => {
    const key = entry.key.text;
    if (key.startsWith("x-") || fieldOf(step.role, key) !== undefined) return false;
    const look = lookAlike(step.role, key);
    if (look?.action === true) return true;
    if (look?.instead !== undefined) return meant.includes(look.instead);
    return actionKeys("step").includes(key) || (look === undefined && meant.includes(nearest(key, meant) ?? ""));
  });
}
