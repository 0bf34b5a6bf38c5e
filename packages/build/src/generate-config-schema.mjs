// Writes grammar/lobsterrc.schema.json (JSON Schema draft 2020-12) from the table of the configuration and the table of
// rules, which its reader and the checker use. `--check` writes nothing and exits 1 when the file is out of date.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const schemaFile = fileURLToPath(new URL("../../../grammar/lobsterrc.schema.json", import.meta.url));

/** The text of the published schema, for the exports of the packages language and checker. */
export function configSchemaText({ configParts, ruleLevels, rules }) {
  const definitions = Object.keys(configParts).filter((part) => part !== "config");
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "lobsterrc.schema.json",
    title: "Lobster configuration",
    description:
      "`.lobsterrc.yaml`: the commands of a project, severities of rules, and what the checker leaves alone.",
    ...partSchema(configParts.config),
    $defs: {
      level: { enum: [...ruleLevels] },
      levels: {
        type: "object",
        properties: Object.fromEntries(
          rules.map((rule) => [rule.id, { $ref: "#/$defs/level", description: rule.summary }]),
        ),
        additionalProperties: false,
      },
      ...Object.fromEntries(definitions.map((part) => [part, partSchema(configParts[part])])),
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function partSchema(fields) {
  const required = fields.filter((field) => field.required === true).map((field) => field.name);
  return {
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      fields.map((field) => [field.name, { description: field.doc, ...typeSchema(field.type) }]),
    ),
    additionalProperties: false,
  };
}

function typeSchema(type) {
  switch (type.kind) {
    case "text":
      return { type: "string" };
    case "scalar":
      return { type: ["string", "number", "boolean"] };
    case "boolean":
    case "number":
      return { type: type.kind };
    case "enum":
      return { enum: [...type.values] };
    case "texts":
      return { type: "array", items: { type: "string" }, ...(type.filled === true ? { minItems: 1 } : {}) };
    case "levels":
      return { $ref: "#/$defs/levels" };
    case "parts": {
      const inner = { $ref: `#/$defs/${type.part}` };
      return {
        type: "object",
        propertyNames: { pattern: type.names },
        // A flag without anything below it takes a text.
        additionalProperties: type.part === "flag" ? { anyOf: [inner, { type: "null" }] } : inner,
      };
    }
  }
}

/** The tables, from their sources: no build is needed. */
async function loadTables() {
  const bundle = await build({
    stdin: {
      contents: `export { configParts, ruleLevels } from "@lobster-lang/language"; export { rules } from "@lobster-lang/checker";`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["source"],
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString("base64")}`);
}

async function main(args) {
  const text = configSchemaText(await loadTables());
  if (!args.includes("--check")) return writeFile(schemaFile, text);
  const written = await readFile(schemaFile, "utf8").catch(() => "");
  if (written === text) return;
  console.error("grammar/lobsterrc.schema.json is out of date: run node packages/build/src/generate-config-schema.mjs");
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
