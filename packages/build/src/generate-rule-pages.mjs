// Writes packages/docs/rules/*.md from the table of rules. Reads the checker from its sources: no build is needed.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { ruleIndex, rulePage } from "./rule-page.mjs";

const folder = new URL("../../docs/rules/", import.meta.url);
const { rules } = await loadChecker();
mkdirSync(folder, { recursive: true });
const wanted = new Map(rules.map((rule) => [`${rule.id}.md`, rulePage(rule)]));
wanted.set("README.md", ruleIndex(rules));
for (const name of readdirSync(folder)) if (!wanted.has(name)) rmSync(new URL(name, folder));
for (const [name, text] of wanted) writeFileSync(new URL(name, folder), text);

async function loadChecker() {
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL("../../checker/src/index.ts", import.meta.url))],
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["source"],
    write: false,
    logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString("base64")}`);
}
