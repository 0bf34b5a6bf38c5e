import type { BoundArgument, DataNode, EntryNode, Fix, Range, StepNode } from "@lobster-lang/language";
import { commandNamed, entryOf, flagNamed, plainValue, resolved } from "@lobster-lang/language";
import { isSchema, schemaFaults, type SchemaFault } from "../facts/json-schema.ts";
import { unfitDefaults } from "../facts/unfit-defaults.ts";
import type { Finding, Rule, RuleContext } from "../rule.ts";
import { fixOf } from "../structure/conversions.ts";
import { replaceValue } from "../structure/entry-edits.ts";

export const badSchema: Rule = {
  id: "bad-schema",
  severity: "error",
  summary: "a JSON Schema that is none, or defaults that it does not allow",
  explanation: `\`responseSchema\` says which answers fit, \`output_schema\` which outputs, and \`ask --schema\` the same in a pipeline. A schema with a
fault in it (\`type: strin\`, \`required: true\` on a field, a \`$ref\` to nothing) could not be held against any value, so nothing
runs. \`defaults\` are what a form shows before it is filled in: a default that no answer may be is a mistake in one of the two.
A schema is read as 2020-12, or as draft 07 where \`$schema\` says so or a form stands in it that only draft 07 has. A key that is
no keyword means nothing in a schema: one that nearly is a keyword is a warning.`,
  wrong: `steps:
  - id: where
    input:
      prompt: Which city?
      responseSchema: {type: object, properties: {city: {type: strin}}}
`,
  right: `steps:
  - id: where
    input:
      prompt: Which city?
      responseSchema: {type: object, properties: {city: {type: string}}}
      defaults: {city: Paris}
`,
  fix: "offered",
  locked: true,
  inPipelines: true,
  step: (step, context) => {
    const question = step.role === "branch" ? null : mapAt(step.data, "input");
    for (const [holder, key] of [
      [question, "responseSchema"],
      [step.data, "output_schema"],
    ] as const) {
      const entry = holder === null ? undefined : entryOf(holder, key);
      // Anything but a map is rule wrong-type's.
      if (entry !== undefined && resolved(entry.value)?.kind === "map") checkEntry(entry, context);
    }
    checkDefaults(step, context);
    for (const action of step.actions) {
      if (action.kind === "pipeline")
        action.pipeline.stages.forEach((stage) => stage.bound.forEach(inStage(stage.name?.text ?? "", context)));
    }
  },
};

function mapAt(node: StepNode["data"], key: string) {
  const value = node === null ? null : resolved(entryOf(node, key)?.value);
  return value?.kind === "map" ? value : null;
}

function checkEntry(entry: EntryNode, context: RuleContext): void {
  for (const fault of schemaFaults(plainValue(entry.value))) {
    const place = placeIn(entry, fault);
    const fixes = fixesFor(fault, place.entry, context);
    context.report({ range: place.range, message: fault.message, fixes, ...levelOf(fault) });
  }
}

function levelOf({ isGuess }: SchemaFault): Pick<Finding, "severity" | "locked"> {
  return isGuess === true ? { severity: "warning", locked: false } : {};
}

function fixesFor({ instead }: SchemaFault, entry: EntryNode | null, { tree }: RuleContext): readonly Fix[] {
  if (instead === undefined || entry === null) return [];
  const text = tree.format === "json" ? JSON.stringify(instead) : instead;
  const fix = fixOf(`write \`${instead}\``, false, [replaceValue(tree, entry, text)]);
  return fix === null || (tree.format === "json" && /^[{[]/.test(instead)) ? [] : [fix];
}

/** The node that a fault's path leads to; `entry` is there when it is the value of a key. */
function placeIn(top: EntryNode, fault: SchemaFault): { readonly range: Range; readonly entry: EntryNode | null } {
  let entry: EntryNode | null = top;
  let node: DataNode | null = top.value;
  for (const key of fault.path) {
    const target = resolved(node);
    const inner: EntryNode | undefined = target?.kind === "map" ? entryOf(target, String(key)) : undefined;
    entry = inner ?? null;
    node = inner?.value ?? (target?.kind === "list" ? (target.items[Number(key)] ?? null) : null);
  }
  const isEmpty = node === null || node.range.start === node.range.end;
  if (entry !== null && (isEmpty || fault.atKey === true)) return { range: entry.key.range, entry };
  return { range: node?.range ?? top.key.range, entry };
}

function checkDefaults(step: StepNode, context: RuleContext): void {
  for (const action of step.actions) {
    if (action.kind !== "input" || action.defaults === null || step.role === "branch") continue;
    const schema = plainValue(action.responseSchema);
    if (!isSchema(schema)) continue;
    for (const unfit of unfitDefaults(schema, action.defaults)) context.report(unfit);
  }
}

/** Flags that take a schema; one with a substitution in it is judged when the stage runs. */
const schemaFlags: ReadonlySet<string> = new Set(["schema", "output-schema"]);

function inStage(name: string, context: RuleContext): (argument: BoundArgument) => void {
  const command = commandNamed(name);
  return ({ flag, value }) => {
    if (command === undefined || flag === null || value === null || !schemaFlags.has(flag)) return;
    if (
      flagNamed(command, flag)?.type !== "json" ||
      value.parts.some((part) => part.kind === "ref" || part.kind === "arg")
    )
      return;
    const schema = parsed(value.text);
    if (schema === undefined) return;
    for (const fault of schemaFaults(schema)) {
      const message = `\`--${flag}\` of \`${name}\`: ${fault.message}`;
      context.report({ range: value.range, message, ...levelOf(fault) });
    }
  };
}

/** JSON that does not parse is rule unknown-flag's. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
