// `npm run bench:startup`: how long the program takes to start, as a ratio to `node -e 0` on the same machine.
//   node startup.mjs [ROUNDS] [--json]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const program = join(import.meta.dirname, "..", "..", "packages", "cli", "bin", "lobster.cjs");
const rounds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 15);
const folder = mkdtempSync(join(tmpdir(), "lobster-bench-"));
const env = { PATH: process.env.PATH, HOME: folder, LOBSTER_STATE_DIR: join(folder, "state"), LANG: "C.UTF-8" };
const example = join(
  import.meta.dirname,
  "..",
  "..",
  "packages",
  "docs",
  "examples",
  "inbox-triage",
  "inbox-triage.lobster",
);
const one = join(folder, "one.lobster");
writeFileSync(one, "steps:\n  - id: a\n    run: echo hi\n");

const lobster = (...words) => [program, ...words];
const subjects = {
  "node -e 0": ["-e", "0"],
  version: lobster("version"),
  help: lobster("help"),
  check: lobster("check", example),
  "run, one step": lobster("run", "--mode", "tool", one),
  "run, pipeline": lobster("run", "--mode", "tool", "exec echo hi"),
  "version, no cache": [{ LOBSTER_NO_CACHE: "1" }, ...lobster("version")],
  "check, no cache": [{ LOBSTER_NO_CACHE: "1" }, ...lobster("check", example)],
  "run, no cache": [{ LOBSTER_NO_CACHE: "1" }, ...lobster("run", "--mode", "tool", one)],
};

const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
// Round robin, so that a busy moment of the machine meets all alike; the first two rounds fill caches.
for (let round = -2; round < rounds; round++) {
  for (const [name, words] of Object.entries(subjects)) {
    const [extra, ...rest] = typeof words[0] === "string" ? [{}, ...words] : words;
    const since = performance.now();
    const result = spawnSync(process.execPath, rest, { env: { ...env, ...extra } });
    if (result.status !== 0) throw new Error(`${name}: ${result.stderr}`);
    if (round >= 0) times[name].push(performance.now() - since);
  }
}
rmSync(folder, { recursive: true, force: true });

const floor = median(times["node -e 0"]);
const rows = Object.entries(times).map(([name, all]) => ({
  name,
  min: Math.min(...all),
  median: median(all),
  ratio: median(all) / floor,
}));
if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify(rows)}\n`);
else {
  for (const { name, min, median: middle, ratio } of rows) {
    process.stdout.write(
      `${name.padEnd(20)} ${min.toFixed(0).padStart(5)} ms min ${middle.toFixed(0).padStart(5)} ms median  ${ratio.toFixed(2)} ×\n`,
    );
  }
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
