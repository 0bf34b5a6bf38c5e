// Writes packages/docs/grammar/ from the parsers, or with --check says what is not up to date. Runs without a build.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { grammarPages } from "./grammar-page.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = join(root, "packages", "docs", "grammar");

const bundle = await build({
  absWorkingDir: root,
  entryPoints: [join("grammar", "src", "describe", "describe-grammar.ts")],
  bundle: true,
  platform: "node",
  format: "esm",
  conditions: ["source"],
  write: false,
  logLevel: "warning",
});
const code = Buffer.from(bundle.outputFiles[0].contents).toString("base64");
const { describeGrammar } = await import(`data:text/javascript;base64,${code}`);

const wanted = grammarPages(describeGrammar());
mkdirSync(folder, { recursive: true });
const present = new Set(readdirSync(folder));
const stale = [...present].filter((name) => !wanted.has(name));
const changed = [...wanted].filter(
  ([name, text]) => !present.has(name) || readFileSync(join(folder, name), "utf8") !== text,
);

if (process.argv.includes("--check")) {
  const names = [...stale, ...changed.map(([name]) => name)];
  if (names.length > 0) {
    process.stderr.write(`packages/docs/grammar is not up to date: ${names.join(", ")}\n`);
    process.exitCode = 1;
  }
} else {
  for (const name of stale) rmSync(join(folder, name));
  for (const [name, text] of changed) writeFileSync(join(folder, name), text);
}
