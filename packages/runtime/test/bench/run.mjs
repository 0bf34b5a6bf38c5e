// Milliseconds for a shell step against a bare spawn, and what a run costs beside its steps.
//   node packages/runtime/test/bench/run.mjs [steps]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const steps = Number(process.argv[2] ?? 200);
const folder = mkdtempSync(join(tmpdir(), "lobster-bench-"));
try {
  const bundle = join(folder, "runtime.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "..", "..", "src", "index.ts")],
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  const { run } = await import(bundle);
  await measure(run, 5);
  const bare = await bareSpawns(steps);
  const [one, many] = [await measure(run, 1), await measure(run, steps)];
  const each = (many - one) / (steps - 1);
  console.log(`bare spawn of /bin/sh -c true: ${bare.toFixed(2)} ms`);
  console.log(`shell step (journal with fsync, files, execa): ${each.toFixed(2)} ms, ${(each / bare).toFixed(2)} x`);
  console.log(`run with one step: ${one.toFixed(2)} ms`);
} finally {
  rmSync(folder, { recursive: true });
}

async function bareSpawns(count) {
  const start = performance.now();
  for (let i = 0; i < count; i++) {
    await new Promise((resolve) => spawn("/bin/sh", ["-c", "true"], { detached: true }).on("close", resolve));
  }
  return (performance.now() - start) / count;
}

async function measure(run, count) {
  const list = Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    name: null,
    when: null,
    action: { kind: "shell", script: { text: "true", bindings: [] } },
    gate: null,
    stdin: null,
    env: [],
    cwd: null,
    timeoutMs: null,
    onError: "stop",
    idempotent: false,
  }));
  const plan = { planVersion: 1, kind: "workflow", name: null, args: [], env: [], cwd: null, steps: list };
  const start = performance.now();
  const options = { stateDir: join(folder, "state"), cwd: folder };
  const { envelope } = await run(plan, options);
  if (!envelope.ok) throw new Error(envelope.error.message);
  return performance.now() - start;
}
