import type { Fix, StepNode } from "@lobster-lang/language";
import { entryOf } from "@lobster-lang/language";
import type { Rule, RuleContext } from "../rule.ts";
import { fixOf } from "../structure/conversions.ts";
import { prependEntry } from "../structure/entry-edits.ts";
import { stepTitle } from "../structure/part-instances.ts";

export const missingId: Rule = {
  id: "missing-id",
  severity: "error",
  summary: "a step without an `id`",
  explanation: `Every step has an \`id\`: later steps read its result by it (\`$fetch.stdout\`), and requests, logs and resumed runs name it.
\`name\` is only a label.`,
  wrong: `steps:
  - name: Fetch mails
    run: inbox list --json
`,
  right: `steps:
  - id: fetch-mails
    name: Fetch mails
    run: inbox list --json
`,
  fix: "safe",
  locked: true,
  step: (step, context) => {
    if (step.data === null || entryOf(step.data, "id") !== undefined) return;
    if (step.data.entries.some((entry) => entry.key.text.toLowerCase() === "id")) return;
    const first = step.data.entries.find((entry) => entry.mergedBy === undefined);
    const range = first?.key.range ?? step.range;
    const why = step.name === null ? "write `id:` with a short name" : "`name` is only a label, so write `id:` as well";
    const fix = idFix(step, context);
    context.report({ range, message: `${stepTitle(step)} has no \`id\`: ${why}`, fixes: fix === null ? [] : [fix] });
  },
};

function idFix(step: StepNode, context: RuleContext): Fix | null {
  if (step.data === null) return null;
  const fromName = step.name === null ? "" : idFrom(step.name.text);
  const place = context.model.allSteps.findIndex((symbol) => symbol.step === step) + 1;
  const id = unused(fromName === "" ? `step-${place}` : fromName, context);
  const value = context.tree.format === "json" ? JSON.stringify(id) : id;
  return fixOf(`add \`id: ${id}\``, fromName !== "", [prependEntry(context.tree, step.data, "id", value)]);
}

/** `Fetch the mails!` → `fetch-the-mails`: something a reference can spell. */
export function idFrom(name: string): string {
  const bare = name
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (/^(?:true|false|null|yes|no|on|off)?$/.test(bare)) return "";
  return /^[a-z]/.test(bare) ? bare : `step-${bare}`;
}

function unused(id: string, context: RuleContext): string {
  let candidate = id;
  for (let n = 2; context.model.steps.has(candidate); n++) candidate = `${id}-${n}`;
  return candidate;
}
