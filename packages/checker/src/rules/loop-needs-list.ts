import { plainValue, entryOf, type ArgNode, type EntryNode, type TextNode } from "@lobster-lang/language";
import { referenceField } from "@lobster-lang/language";
import type { Model } from "../model.ts";
import type { Rule } from "../rule.ts";

export const loopNeedsList: Rule = {
  id: "loop-needs-list",
  severity: "error",
  summary: "a loop over something that can never be a list",
  explanation: `\`for_each\` takes one reference to a list, such as \`$fetch.json\` or \`$fetch.json.items\`, or an argument of type \`array\`.
A text is no list, not even one that looks like it, and neither is the \`.stdout\` of a step.`,
  wrong: `steps:
  - id: fetch
    run: inbox list --json
  - id: show
    for_each: $fetch.stdout
    steps:
      - {id: one, run: 'echo "$item.json.subject"'}
`,
  right: `steps:
  - id: fetch
    run: inbox list --json
  - id: show
    for_each: $fetch.json
    steps:
      - {id: one, run: 'echo "$item.json.subject"'}
`,
  fix: { none: "where the list comes from, only the author knows" },
  locked: true,
  step: (step, context) => {
    for (const action of step.actions) {
      if (action.kind !== "for-each" || action.list === null) continue;
      const advice = faultOf(action.list, context.model);
      if (advice !== null) context.report({ range: rangeOf(action.entry), message: `a loop needs a list: ${advice}` });
    }
  },
};

const listFields: ReadonlySet<string> = new Set(["json", "response", "subject"]);

function faultOf({ whole, parts, source }: TextNode, model: Model): string | null {
  if (whole === null) {
    // A blank text, `$fetch` without a field and other spellings of references are other rules' business.
    if (source.text.trim() === "" || parts.some((part) => part.kind === "suspect")) return null;
    return "write one reference to it (`$step.json`) or one argument (`${name}`), and nothing beside it";
  }
  if (whole.kind === "arg") return argumentFault(whole.name, model.args.get(whole.name));
  const field = referenceField(whole.field.name)?.name;
  if (field === undefined || listFields.has(field)) return null;
  return `\`.${whole.field.name}\` never is one; \`$${whole.id}.json\` may be`;
}

/** An argument without a type is what its default is: only a list there lets the loop run. */
function argumentFault(name: string, arg: ArgNode | undefined): string | null {
  if (arg === undefined || arg.type === "array") return null;
  const hasType = arg.definition !== null && entryOf(arg.definition, "type") !== undefined;
  if (!hasType && arg.hasDefault && Array.isArray(plainValue(arg.default))) return null;
  return `give the argument \`${name}\` the type \`array\``;
}

function rangeOf({ key, value }: EntryNode) {
  return value === null || value.range.start === value.range.end ? key.range : value.range;
}
