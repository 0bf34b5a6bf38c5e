import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import process from "node:process";
import { build } from "esbuild";
import { programFolder, readJson, root } from "./workspace.mjs";

const cli = join(root, "packages", "cli");

/** Bundles the program into packages/cli/dist/program: `main.cjs`, one `<verb>.cjs` each, the licences. */
export async function bundleProgram() {
  const verbs = readdirSync(join(cli, "src", "verbs")).filter((name) => name.endsWith(".ts"));
  const result = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: join(cli, "src", "index.ts"), out: "main" },
      ...verbs.map((name) => ({ in: join(cli, "src", "verbs", name), out: basename(name, ".ts") })),
    ],
    outdir: programFolder,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    conditions: ["source"],
    // `import()` becomes `require()`: a script that the code cache started may not import.
    supported: { "dynamic-import": false },
    // Read as latin1 by the program's start, which is the fast way.
    charset: "ascii",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    metafile: true,
    write: false,
    plugins: [verbsApart],
    logLevel: "warning",
  });
  mkdirSync(programFolder, { recursive: true });
  const written = result.outputFiles.map((file) => writeBundle(basename(file.path), file.text));
  write("THIRD-PARTY-LICENSES.txt", licencesOf(Object.keys(result.metafile.inputs)));
  write("LICENSE", readFileSync(join(root, "LICENSE"), "utf8"));
  write("build.json", `${JSON.stringify({ bundles: Object.fromEntries(written) }, null, 2)}\n`);
  removeOld(new Set(written.map(([name]) => name)));
  mkdirSync(join(root, "extension", "dist"), { recursive: true });
  copyFileSync(join(root, "grammar", "lobster.schema.json"), join(root, "extension", "dist", "lobster.schema.json"));
}

/** `import("./verbs/check.ts")` of main becomes `require("./check.cjs")`, a bundle of its own. */
const verbsApart = {
  name: "verbs-apart",
  setup(builder) {
    builder.onResolve({ filter: /^\.\/verbs\/[\w-]+\.ts$/ }, ({ path }) => ({
      path: `./${basename(path, ".ts")}.cjs`,
      external: true,
    }));
  },
};

/** The first line names the content: the code cache of the program's start is keyed by it. */
function writeBundle(name, text) {
  const sum = createHash("sha256").update(text).digest("hex");
  write(name, `/*${sum}*/\n${text}`);
  return [name, sum];
}

/** Whole files only: somebody may be running the program. */
function write(name, text) {
  const temporary = join(programFolder, `.${name}.${process.pid}.tmp`);
  writeFileSync(temporary, text);
  renameSync(temporary, join(programFolder, name));
}

function removeOld(current) {
  for (const name of readdirSync(programFolder)) {
    if (name.endsWith(".cjs") && !current.has(name)) rmSync(join(programFolder, name));
  }
}

/** The licence texts of every package of which code is in the bundles; null when there is none. */
export function licencesOf(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input.split(sep).join("/"));
    if (match !== null) folders.add(join(root, match[1]));
  }
  if (folders.size === 0) return null;
  const texts = [...folders].toSorted().map((folder) => {
    const { name, version, license } = readJson(join(folder, "package.json"));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined && license === undefined) throw new Error(`${name}: no licence (${relative(root, folder)})`);
    const text = file === undefined ? `${license} licence` : readFileSync(join(folder, file), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `This package contains code of these packages.\n\n${texts.join(`\n${"-".repeat(72)}\n\n`)}`;
}
