import { constants, closeSync, openSync } from "node:fs";
import { link, lstat, open, readFile, readdir, rename, rm, stat } from "node:fs/promises";
import { codeOf, isMissing } from "./error-codes.ts";
import { makeFolder } from "./make-folder.ts";

/** A file that only grows. */
export interface AppendFile {
  write(text: string): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface FileFacts {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly owner: number;
  /** Permission bits. */
  readonly mode: number;
}

/**
 * All that a run does with files. Tests put another one here, to stop the program at any single write or to fill the disk.
 * Folders are made 0700 and files 0600.
 */
export interface FileHost {
  makeFolder(path: string): Promise<void>;
  /** @throws the system's error; `isMissing` tells the ordinary one. */
  read(path: string): Promise<Buffer>;
  /** Creates a file that must not exist, with its content on the disk. */
  create(path: string, data: string | Uint8Array): Promise<void>;
  append(path: string): Promise<AppendFile>;
  rename(from: string, to: string): Promise<void>;
  link(existing: string, path: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** A folder with all that is in it; links in it are removed, never followed. */
  removeFolder(path: string): Promise<void>;
  list(folder: string): Promise<string[]>;
  /** Size in bytes, or null when there is no such file. */
  size(path: string): Promise<number | null>;
  /** What stands at a path itself, a link not followed; null when nothing does. */
  look(path: string): Promise<FileFacts | null>;
  syncFolder(path: string): Promise<void>;
  /** Puts the content of a file that somebody else wrote on the disk. */
  syncFile(path: string): Promise<void>;
  /** A descriptor that a child process writes to (always at the end) or reads from. */
  openDescriptor(path: string, use: "append" | "read"): number;
  closeDescriptor(descriptor: number): void;
}

/** The real file system. */
export const nodeFiles: FileHost = {
  makeFolder,
  read: (path) => readFile(path),
  create: async (path, data) => {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  append: async (path) => {
    const file = await open(path, "a", 0o600);
    return {
      write: async (text) => {
        await file.appendFile(text);
      },
      sync: () => file.sync(),
      close: () => file.close(),
    };
  },
  rename: (from, to) => rename(from, to),
  link: (existing, path) => link(existing, path),
  remove: (path) => rm(path, { force: true }),
  removeFolder: (path) => rm(path, { force: true, recursive: true }),
  list: (folder) => readdir(folder),
  size: async (path) => {
    try {
      return (await stat(path)).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  look: async (path) => {
    try {
      const facts = await lstat(path);
      const kind = facts.isSymbolicLink() ? "link" : facts.isDirectory() ? "folder" : facts.isFile() ? "file" : "other";
      return { kind, owner: facts.uid, mode: facts.mode & 0o7777 };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  syncFolder: async (path) => {
    const folder = await open(path, constants.O_RDONLY);
    try {
      await folder.sync();
    } catch (error) {
      // Some file systems cannot sync a folder; the file itself is on the disk already.
      if (codeOf(error) !== "EINVAL" && codeOf(error) !== "EISDIR") throw error;
    } finally {
      await folder.close();
    }
  },
  syncFile: async (path) => {
    const file = await open(path, constants.O_RDONLY);
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  },
  openDescriptor: (path, use) => openSync(path, use === "append" ? "a" : "r", 0o600),
  closeDescriptor: (descriptor) => closeSync(descriptor),
};
