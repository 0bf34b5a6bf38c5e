import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { build } from "esbuild";
import { licencesOf } from "./bundle.mjs";
import { readJson, root } from "./workspace.mjs";

/** Packages that are published to be imported; `@lobster-lang/cli` is a program. */
export const libraries = [
  "packages/language",
  "grammar",
  "packages/plan",
  "packages/checker",
  "packages/compiler",
  "packages/state",
  "packages/runtime",
  "packages/sdk",
];

/**
 * Bundles each library into its `dist/library`: own code and that of other people in one module (and one for each
 * `import()`), so that installing it needs no package but ours and starting it reads few files. Types are tsc's.
 */
export async function bundleLibraries() {
  await Promise.all(libraries.map((library) => bundleLibrary(join(root, library))));
}

async function bundleLibrary(folder) {
  const { dependencies = {} } = readJson(join(folder, "package.json"));
  const outdir = join(folder, "dist", "library");
  const result = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, "src", "index.ts")],
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "[name]-[hash]",
    platform: "node",
    format: "esm",
    target: "node20",
    external: Object.keys(dependencies),
    // What other people's CommonJS needs.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  mkdirSync(outdir, { recursive: true });
  const written = result.outputFiles.map((file) => write(outdir, basename(file.path), file.contents));
  const licences = licencesOf(Object.keys(result.metafile.inputs));
  written.push(write(outdir, "LICENSE", readFileSync(join(root, "LICENSE"))));
  if (licences !== null) written.push(write(outdir, "THIRD-PARTY-LICENSES.txt", licences));
  for (const name of readdirSync(outdir)) if (!written.includes(name)) rmSync(join(outdir, name));
}

/** Whole files only: somebody may be importing them. */
function write(folder, name, content) {
  const temporary = join(folder, `.${name}.${process.pid}.tmp`);
  writeFileSync(temporary, content);
  renameSync(temporary, join(folder, name));
  return name;
}
