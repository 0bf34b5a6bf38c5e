import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, root } from "../e2e/sandbox.ts";

const extension = join(root, "extension");
const readJson = (path: string) => JSON.parse(readFileSync(join(extension, path), "utf8"));
const { contributes } = readJson("package.json");

beforeAll(ensureBuilt, 120_000);

test("every file that the manifest names is there", () => {
  const [language] = contributes.languages;
  const schemas = [...contributes.jsonValidation, ...contributes.yamlValidation].map((one: { url: string }) => one.url);
  for (const path of [language.configuration, ...schemas]) expect(existsSync(join(extension, path)), path).toBe(true);
});

test("the language knows the file names of workflows", () => {
  const [language] = contributes.languages;
  expect(language.id).toBe("lobster");
  expect(language.extensions).toEqual([".lobster", ".lobster.yaml", ".lobster.yml"]);
});

test("the schema is the published one", () => {
  const [{ url }] = contributes.jsonValidation;
  expect(readJson(url)).toEqual(JSON.parse(readFileSync(join(root, "grammar", "lobster.schema.json"), "utf8")));
});

test("Enter after a key indents, after a value it does not", () => {
  const { indentationRules } = readJson("language-configuration.json");
  const increase = new RegExp(indentationRules.increaseIndentPattern);
  for (const line of ["steps:", "  - approval:", "    run: |", "    env: >-"])
    expect(increase.test(line), line).toBe(true);
  for (const line of ["name: x", "# steps:", "  - id: a"]) expect(increase.test(line), line).toBe(false);
});
