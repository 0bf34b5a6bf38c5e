import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");

/** The folder with the built program. */
export const programFolder = join(root, "packages", "cli", "dist", "program");

/** All files under a folder, in a fixed order; dist, node_modules and hidden folders are left out. */
export function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) return [path];
      return entry.name === "node_modules" || entry.name === "dist" || entry.name.startsWith(".")
        ? []
        : filesUnder(path);
    });
}

/** Whether a source of the program is newer than the built program. */
export function isStale() {
  const stamp = join(programFolder, "build.json");
  if (!existsSync(stamp)) return true;
  const built = statSync(stamp).mtimeMs;
  const sources = ["packages", "grammar"].flatMap((folder) => filesUnder(join(root, folder)));
  return sources.some((file) => /\/(src|bin)\/|package\.json$/.test(file) && statSync(file).mtimeMs > built);
}

/** A JSON file of the repository. */
export function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
