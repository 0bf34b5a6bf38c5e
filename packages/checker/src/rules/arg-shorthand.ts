import type { EntryNode, Fix, WorkflowTree } from "@lobster-lang/language";
import { entryOf, plainValue, resolved } from "@lobster-lang/language";
import type { Rule } from "../rule.ts";
import { fixOf } from "../structure/conversions.ts";
import { describeValue, shown } from "../structure/describe.ts";
import { flowText, replaceValue } from "../structure/entry-edits.ts";
import { isNothing, mapOf } from "../structure/part-instances.ts";

export const argShorthand: Rule = {
  id: "arg-shorthand",
  severity: "error",
  summary: "an argument whose default stands where its definition belongs",
  explanation: `An argument is a map: \`city: {default: Paris}\`, with \`type\`, \`description\` and more beside the default. A bare value
(\`city: Paris\`) and a list of names would declare nothing.`,
  wrong: `args:
  city: Paris
steps:
  - id: greet
    run: echo "\${city}"
`,
  right: `args:
  city: {default: Paris}
steps:
  - id: greet
    run: echo "\${city}"
`,
  fix: "safe",
  locked: true,
  file: (context) => {
    const { tree } = context;
    const root = mapOf(tree.root);
    const args = root === null ? undefined : entryOf(root, "args");
    if (args === undefined || isNothing(args.value)) return;
    if (mapOf(args.value) === null) {
      const fix = listFix(tree, args);
      const message = `\`args\` is ${describeValue(args.value)}, but must be a map: write each argument as \`name: {default: …}\``;
      const range = args.value?.range ?? args.key.range;
      context.report({ range, message, fixes: fix === null ? [] : [fix] });
      return;
    }
    for (const { name, definition, entry } of tree.args) {
      if (definition !== null || isNothing(entry.value)) continue;
      const value = inFlow(tree, entry);
      const written = tree.format === "json" ? `{"default": ${value}}` : `{default: ${value}}`;
      const fix = fixOf(`write ${shown(written)}`, true, [replaceValue(tree, entry, written)]);
      context.report({
        range: entry.value?.range ?? entry.key.range,
        message: `the argument \`${name}\` is ${describeValue(entry.value)}, but must be a map: write \`${name}: ${written.split("\n", 1)[0]!}\``,
        fixes: fix === null ? [] : [fix],
      });
    }
  },
};

function inFlow(tree: WorkflowTree, entry: EntryNode): string {
  const value = resolved(entry.value);
  return value?.kind === "scalar" ? flowText(tree, value) : JSON.stringify(plainValue(value));
}

/** `[city, tag]`: names of arguments that must be given. */
function listFix(tree: WorkflowTree, args: EntryNode): Fix | null {
  const list = resolved(args.value);
  if (list?.kind !== "list" || !list.flow || list.items.length === 0 || tree.format === "json") return null;
  const names = list.items.map((item) => {
    const scalar = resolved(item);
    return scalar?.kind === "scalar" && /^[A-Za-z_][\w-]*$/.test(scalar.text) ? scalar.text : null;
  });
  if (names.includes(null)) return null;
  return fixOf("declare each name", true, [
    replaceValue(tree, args, `{${names.map((name) => `${name}: {}`).join(", ")}}`),
  ]);
}
