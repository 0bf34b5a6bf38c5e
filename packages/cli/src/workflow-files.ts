import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/** Endings by which a folder's workflow files are known; any `.yaml` or `.json` is one when it is named (language.md "Files"). */
const endings = [".lobster", ".lobster.yaml", ".lobster.yml", ".lobster.json"];
const namedEndings = [".lobster", ".yaml", ".yml", ".json"];

/** Whether a word names a workflow or plan file by its ending, whatever exists. */
export function hasWorkflowEnding(name: string): boolean {
  return namedEndings.some((ending) => name.toLowerCase().endsWith(ending));
}

/** Every workflow file for the named paths: folders are walked, in a fixed order; hidden ones and node_modules are not. */
export function workflowFiles(paths: readonly string[], cwd: string): string[] {
  return [...new Set(paths.flatMap((path) => (isFolder(resolve(cwd, path)) ? walk(path, cwd) : [path])))];
}

function walk(folder: string, cwd: string): string[] {
  const entries = readdirSync(resolve(cwd, folder), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name.startsWith(".") || entry.name === "node_modules" ? [] : walk(path, cwd);
    }
    return endings.some((ending) => entry.name.toLowerCase().endsWith(ending)) ? [path] : [];
  });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
