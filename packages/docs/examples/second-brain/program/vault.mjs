import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import process from "node:process";
import { readNote } from "./note.mjs";

/** What a person can mend. Exit code 75 means: try again later. */
export class Refusal extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A vault by its name: a folder of notes. */
export function openVault(name) {
  if (name === undefined || !/^[a-z][a-z0-9-]*$/.test(name))
    throw new Refusal(`\`${name ?? ""}\` is no name of a vault`, 2);
  const root = join(process.env.BRAIN_VAULTS || "vaults", name);
  if (!existsSync(root)) throw new Refusal(`there is no vault \`${name}\` (looked for ${root})`, 2);
  return {
    name,
    /** Every note, in the order of its path. */
    notes: () => notesUnder(root, "").map((path) => readNote(path, readFileSync(join(root, path), "utf8"))),
    note: (path) => readNote(path, readFileSync(placeIn(root, path), "utf8")),
    has: (path) => existsSync(placeIn(root, path)),
    folders: () => foldersUnder(root, ""),
    rules: () => JSON.parse(readFileSync(join(root, ".brain", "rules.json"), "utf8")),
    write: (path, text) => writeWhole(placeIn(root, path), text),
    remove: (path) => rmSync(placeIn(root, path)),
    beforeChanging: () => {
      if (existsSync(join(root, ".sync.lock")))
        throw new Refusal(`the vault \`${name}\` is being synced; try again`, 75);
    },
  };
}

/** No path leads out of its vault, whoever wrote it. */
function placeIn(root, path) {
  if (typeof path !== "string" || path === "" || /^\/|^\.|[\\\0]/.test(path) || normalize(path) !== path) {
    throw new Refusal(`\`${path}\` is no place in a vault`);
  }
  return join(root, path);
}

/** A reader sees the old text or the new one, never a half. */
function writeWhole(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function notesUnder(root, folder) {
  return readdirSync(join(root, folder))
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name);
      if (name.startsWith(".")) return [];
      if (statSync(join(root, path)).isDirectory()) return notesUnder(root, path);
      return name.endsWith(".md") ? [path] : [];
    });
}

function foldersUnder(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => join(folder, entry.name))
    .toSorted()
    .flatMap((path) => [path, ...foldersUnder(root, path)]);
}
