import { existsSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { nodeFiles, type FileHost } from "@lobster-lang/state";

/** What a process that is gone can no longer do. */
export class Killed extends Error {
  constructor() {
    super("killed");
    this.name = "Killed";
  }
}

/** Counts what reaches the outside, and ends the process at one of these points. */
export interface Fuse {
  /** @throws Killed at the chosen point and ever after. */
  point(): void;
  /** At the chosen point what is being written gets there in part. */
  isLast(): boolean;
  readonly isDead: () => boolean;
  readonly count: () => number;
}

/** `killAt`: the process is gone before its n-th point, from 1. */
export function fuseAt(killAt: number): Fuse {
  let count = 0;
  return {
    point: () => {
      count++;
      if (count >= killAt) throw new Killed();
    },
    isLast: () => count + 1 === killAt,
    isDead: () => count >= killAt,
    count: () => count,
  };
}

export interface SimulatedDisk {
  readonly files: FileHost;
  /** The machine loses power: what was not synced is gone, and of the last write a part is there. */
  losePower(): void;
}

/**
 * The real file system with a fuse in front of every change. For a loss of power it keeps book of what is safe: the content of
 * a file by its `sync`, its name (a creation, a link, a new name, a removal) by the sync of its folder.
 */
export function simulatedDisk(fuse: Fuse): SimulatedDisk {
  /** Bytes of files that are on the disk for sure; absent: all. */
  const safeBytes = new Map<string, number>();
  /** Changes of names that are not on the disk for sure, in order. */
  let pending: { readonly folder: string; readonly undo: () => void }[] = [];

  const named = (path: string, undo: () => void) => void pending.push({ folder: dirname(path), undo });

  const files: FileHost = {
    ...nodeFiles,
    makeFolder: async (path) => {
      fuse.point();
      await nodeFiles.makeFolder(path);
    },
    create: async (path, data) => {
      fuse.point();
      await nodeFiles.create(path, data);
      named(path, () => rmSync(path, { force: true }));
    },
    append: async (path) => {
      fuse.point();
      const isNew = !existsSync(path);
      const file = await nodeFiles.append(path);
      if (isNew) named(path, () => rmSync(path, { force: true }));
      if (!safeBytes.has(path)) safeBytes.set(path, sizeOf(path));
      return {
        write: async (text) => {
          const isTorn = fuse.isLast();
          if (isTorn) await file.write(text.slice(0, Math.ceil(text.length / 2)));
          fuse.point();
          await file.write(text);
        },
        sync: async () => {
          fuse.point();
          await file.sync();
          safeBytes.set(path, sizeOf(path));
        },
        close: () => file.close(),
      };
    },
    rename: async (from, to) => {
      fuse.point();
      const before = existsSync(to) ? readFileSync(to) : null;
      await nodeFiles.rename(from, to);
      const safe = safeBytes.get(from);
      safeBytes.delete(from);
      if (safe !== undefined) safeBytes.set(to, safe);
      named(to, () => (before === null ? existsSync(to) && renameSync(to, from) : writeFileSync(to, before)));
    },
    link: async (existing, path) => {
      fuse.point();
      await nodeFiles.link(existing, path);
      named(path, () => rmSync(path, { force: true }));
    },
    // A name that comes back after a loss of power is a leftover, as any other is.
    remove: async (path) => {
      fuse.point();
      await nodeFiles.remove(path);
    },
    removeFolder: async (path) => {
      fuse.point();
      await nodeFiles.removeFolder(path);
    },
    syncFolder: async (path) => {
      fuse.point();
      await nodeFiles.syncFolder(path);
      pending = pending.filter(({ folder }) => folder !== path);
    },
    syncFile: async (path) => {
      fuse.point();
      await nodeFiles.syncFile(path);
      safeBytes.set(path, sizeOf(path));
    },
    openDescriptor: (path, use) => {
      fuse.point();
      if (use === "append" && !safeBytes.has(path)) safeBytes.set(path, sizeOf(path));
      return nodeFiles.openDescriptor(path, use);
    },
  };

  return {
    files,
    losePower: () => {
      for (const [path, safe] of safeBytes) {
        const size = sizeOf(path);
        if (size > safe) truncateSync(path, safe + Math.floor((size - safe) / 2));
      }
      for (const { undo } of pending.toReversed()) undo();
      pending = [];
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
