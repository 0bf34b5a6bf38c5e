// Measures `check` of a whole workflow file (read, model, all rules) against the `yaml` package's reading of the same text,
// at three sizes. Processor time, as the clock on a shared machine says little. Usage: node test/bench/check.mjs [--json]
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { parseDocument } = createRequire(join(root, "grammar/package.json"))("yaml");

async function load() {
  const folder = mkdtempSync(join(tmpdir(), "lobster-bench-"));
  const outfile = join(folder, "check.cjs");
  await build({
    stdin: {
      contents: 'export { readWorkflow } from "@lobster-lang/grammar"; export { check } from "@lobster-lang/checker";',
      resolveDir: join(root, "packages/cli"),
      loader: "ts",
    },
    bundle: true,
    platform: "node",
    format: "cjs",
    conditions: ["source"],
    outfile,
    logLevel: "error",
  });
  const module = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  return module.default ?? module;
}

/** A file of a usual kind: eight lines a step, a block scalar, a reference to the step before. */
function workflow(steps) {
  let text = "name: bench\nargs:\n  city: {default: Paris}\nsteps:\n";
  for (let i = 0; i < steps; i++) {
    text += `  - id: step-${i}\n    run: |\n      echo "number ${i}"\n      sort < in.txt | uniq -c > out-${i}.txt\n    env:\n      CITY: "\${city}"\n    when: ${i === 0 ? "true" : `$step-${i - 1}.json.ok == true`} # next\n`;
  }
  return text;
}

function cpu(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

const { readWorkflow, check } = await load();
const results = [];
for (const [steps, rounds] of [
  [100, 41],
  [1000, 15],
  [5000, 7],
]) {
  const text = workflow(steps);
  const [whole, reading, checking] = [[], [], []];
  for (let i = 0; i < 5; i++) check(readWorkflow(text)); // warm up
  let findings = 0;
  for (let i = 0; i < rounds; i++) {
    whole.push(cpu(() => parseDocument(text)));
    let tree;
    reading.push(cpu(() => (tree = readWorkflow(text))));
    checking.push(cpu(() => (findings = check(tree).length)));
  }
  if (findings > 0) throw new Error(`the bench file has ${findings} findings`);
  const [yaml, read, rules] = [whole, reading, checking].map(median);
  results.push({ steps, bytes: text.length, parseDocument: yaml, read, rules, ratio: (read + rules) / yaml });
}
if (process.argv.includes("--json")) console.log(JSON.stringify(results));
else {
  for (const row of results) {
    const size = `${String(row.steps).padStart(5)} steps (${(row.bytes / 1000).toFixed(0)} kB)`;
    const times = `parseDocument ${row.parseDocument.toFixed(1)} ms, read ${row.read.toFixed(1)} ms, rules ${row.rules.toFixed(1)} ms`;
    console.log(`${size}: ${times} (ratio ${row.ratio.toFixed(2)})`);
  }
}
