import {
  configFieldOf,
  configParts,
  entryOf,
  nearest,
  resolved,
  ruleLevels,
  type ConfigPartName,
  type ConfigType,
  type DataNode,
  type EntryNode,
  type MapNode,
  type ProblemFix,
  type Range,
} from "@lobster-lang/language";

/** Reports a fault of the configuration at a node. */
export type ReportConfig = (
  node: { readonly range: Range } | Range,
  message: string,
  fixes?: readonly ProblemFix[],
) => void;

/** The value of a key; null where it is absent or says nothing. */
export function valueIn(map: MapNode, key: string): DataNode | null {
  const value = entryOf(map, key)?.value ?? null;
  const target = resolved(value);
  return target?.kind === "scalar" && target.value === null ? null : target;
}

/** Reports keys that a part does not have, keys that it needs, and values of the wrong type; looks into the parts within. */
export function checkPart(
  part: ConfigPartName,
  map: MapNode,
  { title, at }: { readonly title: string; readonly at: DataNode },
  report: ReportConfig,
): void {
  const meant = new Set<string>();
  for (const entry of map.entries) {
    const field = configFieldOf(part, entry.key.text);
    if (field !== undefined) checkValue(entry, field.type, report);
    else meant.add(reportUnknown(part, entry, title, report) ?? "");
  }
  for (const field of configParts[part]) {
    if (field.required !== true || valueIn(map, field.name) !== null || meant.has(field.name)) continue;
    report(at, `${title} needs \`${field.name}\`: write \`${field.example}\``);
  }
}

/** Gives the key that was meant, if one is near. */
function reportUnknown(part: ConfigPartName, { key }: EntryNode, title: string, report: ReportConfig): string | null {
  const names = configParts[part].map((field) => field.name);
  const near = nearest(key.text, names);
  if (near === null) {
    report(key, `\`${key.text}\` is no key of ${title}; it has ${names.map((name) => `\`${name}\``).join(", ")}`);
    return null;
  }
  const fix = { title: `write \`${near}\``, safe: false, edits: [{ range: key.range, text: near }] };
  report(key, `\`${key.text}\` is no key of ${title}: write \`${near}\``, [fix]);
  return near;
}

function checkValue({ key, value }: EntryNode, type: ConfigType, report: ReportConfig): void {
  const node = resolved(value);
  const at = value ?? key;
  const name = key.text;
  // `commands:` with nothing below says nothing.
  if (node === null || (node.kind === "scalar" && node.value === null)) return;
  switch (type.kind) {
    case "text":
      if (node.kind !== "scalar" || typeof node.value !== "string") report(at, `\`${name}\` is a text`);
      return;
    case "scalar":
      if (node.kind !== "scalar") report(at, `\`${name}\` is one value: a text, a number, true or false`);
      return;
    case "boolean":
      if (node.kind !== "scalar" || typeof node.value !== "boolean") report(at, `\`${name}\` is true or false`);
      return;
    case "number":
      if (node.kind !== "scalar" || typeof node.value !== "number") report(at, `\`${name}\` is a number`);
      return;
    case "enum":
      checkWord(node, at, name, type.values, report);
      return;
    case "texts":
      checkTexts(node, at, name, type.filled === true, report);
      return;
    case "levels":
      if (node.kind !== "map") report(at, `\`${name}\` is a map from rules to severities: \`unquoted-value: off\``);
      else
        for (const rule of node.entries)
          checkWord(resolved(rule.value), rule.value ?? rule.key, rule.key.text, ruleLevels, report);
      return;
    case "parts":
      checkParts(node, at, name, type, report);
  }
}

function checkWord(
  node: DataNode | null,
  at: DataNode,
  name: string,
  values: readonly string[],
  report: ReportConfig,
): void {
  const said = node?.kind === "scalar" ? node.value : undefined;
  if (typeof said === "string" && values.includes(said)) return;
  const near = typeof said === "string" ? nearest(said, values) : null;
  const list = values.map((value) => `\`${value}\``).join(", ");
  report(at, `\`${name}\` is one of ${list}${near === null ? "" : `: write \`${near}\``}`);
}

function checkTexts(node: DataNode, at: DataNode, name: string, filled: boolean, report: ReportConfig): void {
  if (node.kind !== "list") {
    const words = node.kind === "scalar" ? node.text.trim().split(/\s+/).join(", ") : "a, b";
    report(at, `\`${name}\` is a list of texts: write \`[${words}]\``);
    return;
  }
  if (filled && node.items.length === 0) report(at, `\`${name}\` is empty: write at least one text`);
  for (const item of node.items) {
    const value = resolved(item);
    if (value?.kind === "scalar" && typeof value.value === "string") continue;
    report(item ?? at, `\`${name}\` is a list of texts, and this is none: put it in quotes`);
  }
}

function checkParts(
  node: DataNode,
  at: DataNode,
  name: string,
  { part, names }: Extract<ConfigType, { kind: "parts" }>,
  report: ReportConfig,
): void {
  if (node.kind !== "map") {
    report(at, `\`${name}\` is a map from names to ${part}s`);
    return;
  }
  const pattern = new RegExp(names);
  for (const { key, value } of node.entries) {
    if (!pattern.test(key.text)) {
      const why =
        part === "path"
          ? "write a pattern"
          : key.text.startsWith("no-")
            ? "`no-` negates a flag"
            : "letters, digits and `_`, with `.` or `-` between";
      report(key, `\`${key.text}\` is no name for a ${part}: ${why}`);
    }
    const inner = resolved(value);
    if (inner?.kind === "map") checkPart(part, inner, { title: `the ${part} \`${key.text}\``, at: key }, report);
    else if (part === "flag" && (inner === null || (inner.kind === "scalar" && inner.value === null))) continue;
    else
      report(value ?? key, `the ${part} \`${key.text}\` is a map: write \`${configParts[part][0]!.example}\` below it`);
  }
}
