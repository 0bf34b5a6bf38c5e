import { join } from "node:path";
import { build } from "esbuild";

/** Bundles the runtime from its sources, for tests that need it in a process of its own. */
export async function bundleRuntime(folder: string): Promise<string> {
  const outfile = join(folder, "runtime.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "..", "src", "index.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    logLevel: "error",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return outfile;
}
