// Writes grammar/lobster.schema.json (JSON Schema draft 2020-12) from the table of fields, which is also what the
// structure rules read. `--check` writes nothing and exits 1 when the file is not what the table says.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const schemaFile = fileURLToPath(new URL("../../../grammar/lobster.schema.json", import.meta.url));
const languageSource = fileURLToPath(new URL("../../language/src/index.ts", import.meta.url));

/** The text of the published schema for a table of fields (the exports of the language package). */
export function schemaText(language) {
  return `${JSON.stringify(schemaOf(language), null, 2)}\n`;
}

function schemaOf(language) {
  const { parts } = language;
  const definitions = Object.values(parts)
    .filter((part) => part.name !== "file")
    .map((part) => [part.name, partSchema(part, language)]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "lobster.schema.json",
    title: "Lobster workflow",
    description:
      "A workflow file of Lobster. The schema says the same as the checker's structure rules, except what a schema cannot: ids are unique, and top-level keys of any name may hold YAML anchors.",
    ...partSchema(parts.file, language),
    $defs: Object.fromEntries(definitions),
  };
}

function partSchema(part, language) {
  const properties = {};
  for (const field of part.fields) {
    for (const key of [field.name, ...(field.aliases ?? [])]) properties[key] = fieldSchema(field, language);
  }
  for (const look of language.lookAlikes) {
    if (look.cosmetic !== true || !look.on.includes(part.name)) continue;
    for (const key of look.keys) properties[key] ??= { deprecated: true, description: `Does nothing: ${look.advice}.` };
  }
  const required = part.fields.filter((field) => field.required === true).map((field) => field.name);
  return {
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    properties,
    patternProperties: { "^x-": {} },
    additionalProperties: false,
    ...stepRules(part),
  };
}

function fieldSchema(field, language) {
  const schema = typeSchema(field.type, language);
  if (field.judge === "not-a-gate") schema.anyOf = schema.anyOf.map((option) => gateOption(option, language));
  return { description: field.doc, ...schema };
}

/** The text of a gate that does not say no, whatever its case. */
function gateOption(option, language) {
  if (option.type !== "string") return option;
  const words = language.gateRefusals.map((word) =>
    word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`),
  );
  return { type: "string", pattern: `^(?!\\s*(?:${words.join("|")})\\s*$)[^]*\\S` };
}

function typeSchema(type, language) {
  switch (type.kind) {
    case "any":
      return {};
    case "scalar":
      return { type: ["string", "number", "boolean", "null"] };
    case "null":
      return { type: "null" };
    case "text":
      return { type: "string", ...(type.blank === false ? { pattern: "\\S" } : {}) };
    case "name":
      return { type: "string", pattern: language.namePattern.source };
    case "boolean":
      return { type: "boolean" };
    case "number":
    case "integer":
      return {
        type: type.kind,
        ...(type.minimum === undefined ? {} : { minimum: type.minimum }),
        ...(type.maximum === undefined ? {} : { maximum: type.maximum }),
      };
    case "enum":
      return { enum: [...type.values] };
    case "map":
      return { type: "object", additionalProperties: typeSchema(type.of, language) };
    case "part":
      return { $ref: `#/$defs/${type.part}` };
    case "list":
      return {
        type: "array",
        items: typeSchema(type.of, language),
        ...(type.minimum === undefined ? {} : { minItems: type.minimum }),
      };
    case "one-of":
      return { anyOf: type.options.map((option) => typeSchema(option, language)) };
  }
}

/** What holds between the keys of a step: one thing to do, no key without its owner, one condition. */
function stepRules(part) {
  const names = part.fields.map((field) => field.name);
  const actions = part.fields.filter((field) => field.action === true).map((field) => field.name);
  if (actions.length === 0) return {};
  const forbidden = (keys) => Object.fromEntries(keys.filter((key) => names.includes(key)).map((key) => [key, false]));
  const noGate = names.includes("approval") ? { approval: { const: false } } : {};
  const dependentSchemas = {};
  const add = (key, properties) => {
    dependentSchemas[key] = { properties: { ...dependentSchemas[key]?.properties, ...properties } };
  };
  for (const action of actions) add(action, forbidden(actions.filter((other) => other !== action)));
  if (names.includes("input")) add("input", { ...forbidden(actions), ...noGate });
  if (names.includes("for_each")) add("for_each", noGate);
  for (const field of part.fields) {
    if (field.inertBeside?.severity !== "error") continue;
    for (const key of field.inertBeside.keys) if (names.includes(key)) add(key, { [field.name]: { type: "null" } });
  }
  const dependentRequired = {};
  for (const field of part.fields) {
    if (field.owner?.severity === "error") dependentRequired[field.name] = [...field.owner.keys];
  }
  if (names.includes("for_each")) dependentRequired.for_each = ["steps"];
  const gate = { required: ["approval"], properties: { approval: { not: { const: false } } } };
  const doings = [...actions, ...(names.includes("input") ? ["input"] : [])].map((key) => ({ required: [key] }));
  const filled = { not: { type: "null" } };
  return {
    anyOf: [...doings, ...(names.includes("approval") ? [gate] : [])],
    not: { required: ["when", "condition"], properties: { when: filled, condition: filled } },
    ...(Object.keys(dependentRequired).length > 0 ? { dependentRequired } : {}),
    dependentSchemas,
  };
}

/** The language package, from its sources: no build is needed. */
async function loadLanguage() {
  const bundle = await build({
    entryPoints: [languageSource],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString("base64")}`);
}

async function main(args) {
  const text = schemaText(await loadLanguage());
  if (!args.includes("--check")) return writeFile(schemaFile, text);
  const written = await readFile(schemaFile, "utf8").catch(() => "");
  if (written === text) return;
  console.error(
    "grammar/lobster.schema.json is not what the table of fields says: run node packages/build/src/generate-schema.mjs",
  );
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
