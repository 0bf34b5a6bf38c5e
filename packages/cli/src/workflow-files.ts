import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/** Endings by which a folder's workflow files are known; any `.yaml` or `.json` is one when it is named (language.md "Files"). */
const endings = [".lobster", ".lobster.yaml", ".lobster.yml", ".lobster.json"];
const namedEndings = [".lobster", ".yaml", ".yml", ".json"];

/** Whether a word names a workflow or plan file by its ending, whatever exists. */
export function hasWorkflowEnding(name: string): boolean {
  return namedEndings.some((ending) => name.toLowerCase().endsWith(ending));
}

/** A file to look at. */
export interface NamedFile {
  readonly path: string;
  /** The folder that was named for it; null for a file that was named itself. */
  readonly folder: string | null;
}

/** Every workflow file for the named paths: folders are walked, in a fixed order; hidden ones and node_modules are not. */
export function workflowFiles(paths: readonly string[], cwd: string): readonly NamedFile[] {
  const found = new Map<string, NamedFile>();
  for (const path of paths) {
    const folder = isFolder(resolve(cwd, path)) ? path : null;
    for (const each of folder === null ? [path] : walk(folder, cwd)) {
      if (!found.has(each)) found.set(each, { path: each, folder });
    }
  }
  return [...found.values()];
}

function walk(folder: string, cwd: string): string[] {
  const entries = readdirSync(resolve(cwd, folder), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name.startsWith(".") || entry.name === "node_modules" ? [] : walk(path, cwd);
    }
    const isWorkflow = endings.some((ending) => entry.name.toLowerCase().endsWith(ending));
    return isWorkflow && !isDevice(resolve(cwd, path)) ? [path] : [];
  });
}

/** Pipes, sockets and devices: reading one that nobody named would wait for ever. */
function isDevice(path: string): boolean {
  try {
    const found = statSync(path);
    return !found.isFile() && !found.isDirectory();
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
