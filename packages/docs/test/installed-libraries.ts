import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, type Sandbox } from "../../../test/e2e/sandbox.ts";

const packages = ["language", "grammar", "plan", "checker", "compiler", "state", "runtime", "sdk"];

/** A package as it would be published. */
export interface Tarball {
  readonly path: string;
  readonly bytes: number;
  readonly files: readonly string[];
}

/** Builds and packs all libraries into the sandbox's folder, and installs them there: no registry, no other package. */
export function installLibraries(box: Sandbox): readonly Tarball[] {
  mustRun(process.execPath, [join(root, "packages", "build", "src", "build.mjs")], root);
  const folder = join(box.folder, "tarballs");
  box.write("tarballs/.keep", "");
  const workspaces = packages.flatMap((name) => ["-w", `@lobster-lang/${name}`]);
  mustRun("npm", ["pack", ...workspaces, "--pack-destination", folder, "--loglevel=error"], root);
  const names = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  box.write("package.json", JSON.stringify({ name: "uses-lobster", private: true, type: "module" }));
  const paths = names.map((name) => join(folder, name));
  mustRun(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", ...paths],
    box.folder,
    box.env,
  );
  return paths.map((path) => ({
    path,
    bytes: statSync(path).size,
    files: mustRun("tar", ["-tzf", path], box.folder).trim().split("\n"),
  }));
}

/** Type-checks TypeScript files of the sandbox as strictly as can be, types of the libraries included, and writes JavaScript. */
export function compileTypeScript(box: Sandbox, files: readonly string[]): void {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    target: "ES2023",
    lib: ["ES2023"],
    module: "NodeNext",
    types: ["node"],
    typeRoots: [join(root, "node_modules", "@types")],
  };
  writeFileSync(join(box.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  mustRun(join(root, "node_modules", ".bin", "tsc"), ["-p", box.folder], box.folder);
}

/** The version and dependencies of an installed package. */
export function manifestOf(box: Sandbox, name: string): { readonly [key: string]: unknown } {
  const path = join(box.folder, "node_modules", "@lobster-lang", name, "package.json");
  return JSON.parse(readFileSync(path, "utf8")) as { readonly [key: string]: unknown };
}

function mustRun(file: string, words: readonly string[], cwd: string, env?: Sandbox["env"]): string {
  const done = spawnSync(file, words, { cwd, encoding: "utf8", ...(env === undefined ? {} : { env }) });
  if (done.status !== 0) throw new Error(`${file} ${words.join(" ")}:\n${done.stdout}${done.stderr}`);
  return done.stdout;
}
