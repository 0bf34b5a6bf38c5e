import type { OptionDescription } from "./verb-types.ts";

/* Options that several verbs have. */

export const format = (values: readonly string[], doc: string): OptionDescription => ({
  name: "format",
  value: values.join("|"),
  values,
  doc,
});
export const file: OptionDescription = {
  name: "file",
  value: "FILE",
  doc: "The workflow or plan, instead of the first word.",
};
export const exitCode: OptionDescription = {
  name: "exit-code",
  doc: "Exit 10 when the run waits for somebody and 3 when it was cancelled, instead of 0.",
};
export const json: OptionDescription = { name: "json", doc: "Prints JSON." };
export const secretArguments: readonly OptionDescription[] = [
  { name: "args-json", value: "JSON", doc: "The run's secret arguments, which were not stored." },
  { name: "args-file", value: "FILE", doc: "The same in a file; `-` is standard input." },
  { name: "arg", value: "NAME=VALUE", repeatable: true, doc: "One of them, as text. Repeatable." },
];
export const key: OptionDescription = {
  name: "key",
  value: "FILE",
  doc: "Your private key, for a gate that names its `approvers`.",
};
export const configuration: readonly OptionDescription[] = [
  { name: "config", value: "FILE", doc: "The configuration, instead of the nearest `.lobsterrc.yaml` above." },
  { name: "no-config", doc: "Reads no configuration." },
];
export const workflowArguments: readonly OptionDescription[] = [
  { name: "args-json", value: "JSON", doc: "The workflow's arguments as one JSON object." },
  { name: "arg", value: "NAME=VALUE", repeatable: true, doc: "One argument, read by its declared type. Repeatable." },
  { name: "args-file", value: "FILE", doc: "A file with the arguments as a JSON object; `-` is standard input." },
];
