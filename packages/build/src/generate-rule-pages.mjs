// Writes packages/docs/rules/*.md from the table of rules. Needs the built checker (`npm run build` or `tsc -b`).
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { rules } from "@lobster-lang/checker";
import { ruleIndex, rulePage } from "./rule-page.mjs";

const folder = new URL("../../docs/rules/", import.meta.url);
mkdirSync(folder, { recursive: true });
const wanted = new Map(rules.map((rule) => [`${rule.id}.md`, rulePage(rule)]));
wanted.set("README.md", ruleIndex(rules));
for (const name of readdirSync(folder)) if (!wanted.has(name)) rmSync(new URL(name, folder));
for (const [name, text] of wanted) writeFileSync(new URL(name, folder), text);
