/** The parts of a configuration that have keys of their own. */
export type ConfigPartName = "config" | "command" | "flag" | "path";

/**
 * What a value of the configuration may be: `texts` is a list of texts, `parts` a map whose values have the keys of that
 * part, `levels` a map from rules to severities.
 */
export type ConfigType =
  | { readonly kind: "text" }
  | { readonly kind: "scalar" }
  | { readonly kind: "boolean" }
  | { readonly kind: "number" }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "texts"; readonly filled?: true }
  | { readonly kind: "levels" }
  | { readonly kind: "parts"; readonly part: ConfigPartName; readonly names: string };

export interface ConfigField {
  readonly name: string;
  readonly type: ConfigType;
  readonly required?: true;
  readonly doc: string;
  /** YAML at the level of the field. */
  readonly example: string;
}

/** Severities that a rule can be given; `off` takes it out. */
export const ruleLevels = ["off", "info", "warning", "error"] as const;

/** The name of a command of a project: words of letters, digits and `_` with dots or dashes between. */
const commandName = "^[A-Za-z][A-Za-z0-9_]*(?:[.-][A-Za-z0-9_]+)*$";
const flagName = "^(?!no-)[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*$";

/** The table of `.lobsterrc.yaml`: its reader, its schema and its page come from this. */
export const configParts: { readonly [name in ConfigPartName]: readonly ConfigField[] } = {
  config: [
    {
      name: "commands",
      type: { kind: "parts", part: "command", names: commandName },
      doc: "Stages of the pipe language that are programs of this project.",
      example: "commands: {inbox.list: {run: [./tools/inbox, list]}}",
    },
    {
      name: "rules",
      type: { kind: "levels" },
      doc: "Severities of rules: `off`, `info`, `warning` or `error`.",
      example: "rules: {unquoted-value: off}",
    },
    {
      name: "extraKeys",
      type: { kind: "texts" },
      doc: "Keys of workflow files that are somebody else's: rule unknown-key leaves them alone.",
      example: "extraKeys: [owner, team]",
    },
    {
      name: "ignore",
      type: { kind: "texts" },
      doc: "Files and folders that `lobster check FOLDER` leaves out: paths from here, with `*`, `**` and `?`; without a `/`, a name anywhere below.",
      example: "ignore: [vendor, '*.draft.lobster']",
    },
    {
      name: "paths",
      type: { kind: "parts", part: "path", names: "\\S" },
      doc: "What is different for some files: patterns as in `ignore`, the later ones count.",
      example: "paths: {'flows/**/*.lobster': {rules: {unquoted-value: off}}}",
    },
  ],
  command: [
    {
      name: "run",
      type: { kind: "texts", filled: true },
      required: true,
      doc: "The program and its fixed words; no shell. A word that begins with `./` or `../` is a path from the folder of this file.",
      example: "run: [./tools/inbox, list]",
    },
    { name: "description", type: { kind: "text" }, doc: "One line for the help.", example: "description: My mails" },
    {
      name: "flags",
      type: { kind: "parts", part: "flag", names: flagName },
      doc: "The stage's flags; the program gets each as one word, `--name=value`.",
      example: "flags: {limit: {type: integer, default: 20}}",
    },
    {
      name: "positionals",
      type: { kind: "texts" },
      doc: "Flags that may be given as words, in this order; the program gets them as flags all the same.",
      example: "positionals: [folder]",
    },
    {
      name: "input",
      type: { kind: "enum", values: ["items", "none"] },
      doc: "`items` (the default): the program reads the items as JSON Lines; `none`: it reads nothing.",
      example: "input: none",
    },
    {
      name: "output",
      type: { kind: "enum", values: ["items", "lines"] },
      doc: "`items` (the default): the program writes JSON Lines; `lines`: each line of text is an item, blank ones left out.",
      example: "output: lines",
    },
    {
      name: "network",
      type: { kind: "boolean" },
      doc: "Whether the program reaches a network: plans say so in `requires`.",
      example: "network: true",
    },
    {
      name: "retry-safe",
      type: { kind: "boolean" },
      doc: "The program changes nothing, or nothing twice: `retry:` may run it again, and it gets items as they come.",
      example: "retry-safe: true",
    },
  ],
  path: [
    {
      name: "rules",
      type: { kind: "levels" },
      required: true,
      doc: "Severities of rules in these files.",
      example: "rules: {unquoted-value: off}",
    },
  ],
  flag: [
    {
      name: "type",
      type: { kind: "enum", values: ["string", "number", "integer", "boolean", "json"] },
      doc: "What the value is; text by default.",
      example: "type: integer",
    },
    { name: "default", type: { kind: "scalar" }, doc: "The value when the flag is not given.", example: "default: 20" },
    { name: "required", type: { kind: "boolean" }, doc: "Must be given.", example: "required: true" },
    { name: "description", type: { kind: "text" }, doc: "One line for the help.", example: "description: How many" },
    {
      name: "enum",
      type: { kind: "texts", filled: true },
      doc: "The only texts that are accepted.",
      example: "enum: [inbox, archive]",
    },
    { name: "minimum", type: { kind: "number" }, doc: "The least number.", example: "minimum: 1" },
  ],
};

/** The field of a part by its key, or undefined. */
export function configFieldOf(part: ConfigPartName, key: string): ConfigField | undefined {
  return configParts[part].find((field) => field.name === key);
}
