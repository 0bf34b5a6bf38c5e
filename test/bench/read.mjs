// Measures reading a workflow file against the `yaml` package alone: cold at three sizes, and after one edit.
// Processor time, as the clock on a shared machine says little. Usage: node test/bench/read.mjs [--json]
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
  const outfile = join(folder, "grammar.cjs");
  await build({
    stdin: {
      contents: 'export * from "./grammar/src/yaml/read-data.ts"; export * from "./grammar/src/yaml/memo.ts";',
      resolveDir: root,
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
    text += `  - id: step-${i}\n    run: |\n      echo "number ${i}"\n      sort < in.txt | uniq -c > out-${i}.txt\n    env:\n      CITY: "\${city}"\n    when: $step-${Math.max(0, i - 1)}.json.ok == true # next\n`;
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

const { readData, createMemo } = await load();
const results = [];
for (const [steps, rounds] of [
  [100, 41],
  [1000, 15],
  [5000, 7],
]) {
  const text = workflow(steps);
  const whole = [];
  const ours = [];
  for (let i = 0; i < 5; i++) readData(text); // warm up
  for (let i = 0; i < rounds; i++) {
    whole.push(cpu(() => parseDocument(text)));
    ours.push(cpu(() => readData(text)));
  }
  const memo = createMemo();
  readData(text, { memo });
  const middle = text.indexOf('echo "number', text.length >> 1);
  const edits = [];
  for (let i = 0; i < 40; i++) {
    const edited = `${text.slice(0, middle)}${"x".repeat(i + 1)} ${text.slice(middle)}`;
    edits.push(cpu(() => readData(edited, { memo })));
  }
  results.push({
    steps,
    bytes: text.length,
    parseDocument: median(whole),
    readData: median(ours),
    ratio: median(ours) / median(whole),
    edit: median(edits),
  });
}
if (process.argv.includes("--json")) console.log(JSON.stringify(results));
else {
  for (const row of results) {
    console.log(
      `${String(row.steps).padStart(5)} steps (${(row.bytes / 1000).toFixed(0)} kB): parseDocument ${row.parseDocument.toFixed(1)} ms, readData ${row.readData.toFixed(1)} ms (ratio ${row.ratio.toFixed(2)}), after an edit ${row.edit.toFixed(2)} ms`,
    );
  }
}
