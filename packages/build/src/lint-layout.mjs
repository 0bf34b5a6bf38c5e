// Checks the layout that ARCHITECTURE.md promises: who imports whom, no cycles, no deep imports, sizes, names.
//   node lint-layout.mjs [FOLDER]     prints `file:line: what is wrong`, exit 1 when something is
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { importsOf, withoutComments } from "./import-scan.mjs";
import { forbiddenNames, guarded, longestFile, longestRule, processStarters, rooms } from "./layout-rules.mjs";
import { filesUnder, readJson, root } from "./workspace.mjs";

/** All faults of a repository's layout, in order of files. */
export function layoutFaults(base) {
  const sources = Object.keys(rooms).flatMap((room) =>
    filesUnder(join(base, room))
      .filter((file) => /\.(ts|mts|cts|mjs|cjs)$/.test(file))
      .map((file) => sourceOf(base, room, file)),
  );
  const faults = sources.flatMap((source) => [
    ...nameFaults(source),
    ...sizeFaults(source),
    ...textFaults(source),
    ...importFaults(source),
  ]);
  return [...faults, ...sources.flatMap((source) => missingDependencies(base, source)), ...cycleFaults(sources)];
}

function sourceOf(base, room, file) {
  const text = readFileSync(file, "utf8");
  const path = relative(base, file).split(sep).join("/");
  const inside = path.slice(room.length + 1);
  const area = inside.startsWith("src/") ? "src" : inside.startsWith("test/") ? "test" : "other";
  return { room, path, file, text, area, imports: importsOf(text) };
}

const fault = (source, line, message) => `${source.path}:${line}: ${message}`;

function nameFaults(source) {
  const name = basename(source.path).replace(/\.(test|d)?\.?(ts|mts|cts|mjs|cjs)$/, "");
  const faults = [];
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) faults.push("a file's name is kebab-case");
  if (forbiddenNames.includes(name)) faults.push(`\`${name}\` says nothing: name the file by what is in it`);
  return faults.map((message) => fault(source, 1, message));
}

function sizeFaults(source) {
  if (source.area !== "src" || source.path.includes("/generated/")) return [];
  const lines = source.text.split("\n").length - 1;
  const rule = /\/checker\/src\/rules\//.test(source.path) && basename(source.path) !== "index.ts";
  const most = rule ? longestRule : longestFile;
  return lines > most ? [fault(source, most + 1, `${lines} lines, at most ${most}: split it by thing`)] : [];
}

function textFaults(source) {
  if (source.path.includes("/generated/")) return [];
  return withoutComments(source.text)
    .split("\n")
    .flatMap((line, i) => {
      const faults = [];
      if (/^\s*export\s+default\b|\bas\s+default\b/.test(line) && !/vitest\.config/.test(source.path)) {
        faults.push("no default exports: name what is exported");
      }
      if (/^\s*(export\s+)?(declare\s+)?(const\s+)?enum\s+\w/.test(line)) faults.push("no enums: a union of texts");
      return faults.map((message) => fault(source, i + 1, message));
    });
}

function importFaults(source) {
  return source.imports.flatMap(({ specifier, typeOnly, line }) => {
    const message = wrongImport(source, specifier, typeOnly);
    return message === null ? [] : [fault(source, line, message)];
  });
}

function wrongImport(source, specifier, typeOnly) {
  if (specifier.startsWith(".")) return wrongRelative(source, specifier);
  const match = /^(@[^/]+\/[^/]+|[^/]+)(\/.*)?$/.exec(specifier);
  const name = match?.[1] ?? specifier;
  if (name.startsWith("@lobster-lang/")) return wrongRoom(source, name, match?.[2], typeOnly);
  const owners = guarded[name];
  if (owners !== undefined && source.area === "src" && !owners.includes(source.room)) {
    return `only ${owners.join(" and ")} may know \`${name}\``;
  }
  if (specifier === "node:child_process" || specifier === "child_process") return wrongStarter(source);
  return null;
}

function wrongRelative(source, specifier) {
  const target = relative(join(source.file, ".."), join(dirname(source.file), specifier));
  const path = join(dirname(source.path), specifier).split(sep).join("/");
  if (!path.startsWith(`${source.room}/`) && source.area === "src") {
    return `\`${specifier}\` leaves the package: write \`@lobster-lang/<package>\``;
  }
  if (source.area === "src" && source.path.endsWith(".ts") && !/\.(ts|json)$/.test(target)) {
    return `\`${specifier}\` must name the file with its ending`;
  }
  return null;
}

function wrongRoom(source, name, deep, typeOnly) {
  if (deep !== undefined) return `\`${name}${deep}\` is a deep import: write \`${name}\``;
  const { imports, types, name: own } = rooms[source.room];
  if (name === own) return source.area === "src" ? `inside a package, import the file: \`./x.ts\`` : null;
  if (source.area !== "src" || imports === "any") return null;
  const short = name.replace("@lobster-lang/", "");
  if (imports.includes(short)) return null;
  if (types.includes(short)) return typeOnly ? null : `${source.room} may import only types of ${short}`;
  return `${source.room} may not import ${short}`;
}

function wrongStarter(source) {
  if (source.area !== "src" || source.room === "packages/build") return null;
  if (processStarters.some((path) => source.path.startsWith(path))) return null;
  return "processes are started by packages/runtime/src/process.ts only";
}

/** TypeScript finds every package of the workspace, also undeclared ones: the manifest must say what is used. */
function missingDependencies(base, source) {
  const manifest = join(base, source.room, "package.json");
  if (source.area !== "src" || source.room === "packages/build" || !existsSync(manifest)) return [];
  const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = readJson(manifest);
  const declared = { ...dependencies, ...devDependencies, ...peerDependencies };
  return source.imports.flatMap(({ specifier, line }) => {
    if (specifier.startsWith(".") || specifier.startsWith("node:") || specifier === "vscode") return [];
    const name = /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)[1];
    return name in declared ? [] : [fault(source, line, `\`${name}\` is not in ${source.room}/package.json`)];
  });
}

/** Cycles of files inside a package, by imports that survive compilation. */
function cycleFaults(sources) {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const state = new Map();
  const faults = [];
  const visit = (source, trail) => {
    state.set(source.path, "open");
    for (const { specifier, typeOnly, line } of source.imports) {
      if (typeOnly || !specifier.startsWith(".")) continue;
      const target = join(dirname(source.path), specifier).split(sep).join("/");
      const next = byPath.get(target);
      if (next === undefined) continue;
      if (state.get(target) === "open") {
        const cycle = [...trail.slice(trail.indexOf(target)), target].map((path) => basename(path)).join(" → ");
        faults.push(fault(source, line, `files import each other in a circle: ${cycle}`));
      } else if (!state.has(target)) visit(next, [...trail, target]);
    }
    state.set(source.path, "done");
  };
  for (const source of sources) if (!state.has(source.path)) visit(source, [source.path]);
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = layoutFaults(process.argv[2] ?? root);
  for (const one of faults) process.stdout.write(`${one}\n`);
  if (faults.length > 0) process.stdout.write(`${faults.length} faults of the layout (ARCHITECTURE.md)\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
