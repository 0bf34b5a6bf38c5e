import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every file under a folder, hidden ones too, by its path. */
export type FileTree = ReadonlyMap<string, string>;

export function treeOf(folder: string): FileTree {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/**
 * All that differs between two trees, a line each: `moved a → b` for the same text elsewhere, `gone a`, `new a`, and for a
 * file that changed, `a: - line` and `a: + line`.
 */
export function differences(before: FileTree, after: FileTree): readonly string[] {
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const fresh = [...after.keys()].filter((path) => !before.has(path));
  const arrived = new Set<string>();
  const moves = gone.map((path) => {
    const to = fresh.find((other) => !arrived.has(other) && after.get(other) === before.get(path));
    if (to === undefined) return `gone ${path}`;
    arrived.add(to);
    return `moved ${path} → ${to}`;
  });
  const news = fresh.filter((path) => !arrived.has(path)).map((path) => `new ${path}`);
  const changed = [...before].flatMap(([path, text]) => {
    const now = after.get(path);
    return now === undefined || now === text ? [] : changedLines(path, text, now);
  });
  return [...moves, ...news, ...changed];
}

function changedLines(path: string, before: string, after: string): readonly string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `${path}: - ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `${path}: + ${line}`),
  ];
}
