// `npm run bench:check`: what checking a whole file (read, model, all rules) costs against the `yaml` package's reading of
// the same text. Processor time, taken by turns, as the clock of a shared machine says little. Writes the ratios to a file and
// exits 1 when one is beyond its bar.
//   --out FILE   instead of test/bench/check-ratios.json
//   --only NAME  rows whose name contains this
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { parseDocument } = createRequire(join(root, "grammar/package.json"))("yaml");
const { values } = parseArgs({ options: { out: { type: "string" }, only: { type: "string" } } });

async function load() {
  const folder = mkdtempSync(join(tmpdir(), "lobster-bench-"));
  const outfile = join(folder, "check.cjs");
  const contents = `
    export { readWorkflow } from "@lobster-lang/grammar";
    export { check } from "@lobster-lang/checker";
    export * from ${JSON.stringify(join(root, "test/bench/check-files.ts"))};`;
  await build({
    stdin: { contents, resolveDir: join(root, "packages/cli"), loader: "ts" },
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

function cpu(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

const { readWorkflow, check, usual, aliased, large, longText, longScript, small } = await load();

/** Rows against `parseDocument`. A script has no bar: reading shell costs what it costs, in time linear to its length. */
const texts = [
  { name: "100 steps", text: usual(100), rounds: 61, bar: 1.5 },
  { name: "1,000 steps", text: usual(1_000), rounds: 21, bar: 1.5 },
  { name: "5,000 steps", text: usual(5_000), rounds: 9, bar: 1.5 },
  { name: "2,000 aliases", text: aliased(2_000), rounds: 21, bar: 1.5 },
  { name: "a file of 4 MiB", text: large(4 << 20), rounds: 3, bar: 1.5 },
  { name: "a text of 100,000 lines", text: longText(100_000), rounds: 9, bar: 1.5 },
  { name: "a script of 100,000 lines", text: longScript(100_000), rounds: 3, bar: null },
];

function measured({ name, text, rounds, bar }) {
  const [yaml, reading, checking] = [[], [], []];
  for (let i = 0; i < (rounds > 10 ? 8 : 1); i++) {
    parseDocument(text);
    const found = check(readWorkflow(text));
    if (found.length > 0) throw new Error(`${name}: ${found.length} findings, first ${found[0].message}`);
  }
  for (let i = 0; i < rounds; i++) {
    yaml.push(cpu(() => parseDocument(text)));
    let tree;
    reading.push(cpu(() => (tree = readWorkflow(text))));
    checking.push(cpu(() => check(tree)));
  }
  const [whole, read, rules] = [yaml, reading, checking].map(median);
  return { name, bytes: text.length, parseDocument: whole, read, rules, ratio: (read + rules) / whole, bar };
}

const wanted = ({ name }) => values.only === undefined || name.includes(values.only);
const rows = texts.filter(wanted).map(measured);

const many = { name: "1,000 files of 10 steps", bar: 5 };
const files = small(1_000, 10);
if (wanted(many)) {
  for (const text of files.slice(0, 50)) check(readWorkflow(text));
  const spent = cpu(() => files.forEach((text) => check(readWorkflow(text))));
  many.millisecondsPerFile = spent / files.length;
}

const ms = (time) => time.toFixed(time < 10 ? 1 : 0).padStart(6);
for (const { name, parseDocument: whole, read, rules, ratio, bar } of rows) {
  const limit = bar === null ? "no bar" : `at most ${bar} ×`;
  console.log(
    `${name.padEnd(26)} yaml ${ms(whole)} ms  read ${ms(read)} ms  rules ${ms(rules)} ms  ${ratio.toFixed(2)} ×  (${limit})`,
  );
}
if (wanted(many)) {
  console.log(`${many.name.padEnd(26)} ${many.millisecondsPerFile.toFixed(2)} ms a file  (at most ${many.bar} ms)`);
}
const report = { node: process.version, processor: cpus()[0]?.model ?? "", rows, ...(wanted(many) ? { many } : {}) };
writeFileSync(values.out ?? join(root, "test/bench/check-ratios.json"), `${JSON.stringify(report, null, 2)}\n`);
const beyond = rows.filter(({ ratio, bar }) => bar !== null && ratio > bar).map(({ name }) => name);
if (many.millisecondsPerFile > many.bar) beyond.push(many.name);
if (beyond.length > 0) {
  console.error(`beyond the bar: ${beyond.join(", ")}`);
  process.exitCode = 1;
}
