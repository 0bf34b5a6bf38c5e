import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { isUtf8 } from "node:buffer";
import { changedByHand } from "./faults.ts";
import type { FileHost } from "./file-host.ts";
import { StateError, type Stored } from "./types.ts";

/** Texts up to this size stand in the journal; larger ones, and what is no UTF-8, in a file (D36). */
export const inlineBytes = 64 * 1024;

/** The outputs of one run: `out/`, by content hash. */
export interface OutputStore {
  /** Path of a new file for a child to write to. Not part of the run until it is adopted. */
  capturePath(suffix: string): string;
  /** Takes a capture file in: its text, or the file under its hash. The capture is gone afterwards. */
  adopt(capture: string): Promise<Stored>;
  /** Keeps a text that was made here. */
  keep(text: string): Promise<Stored>;
  /** Bytes of a kept text. */
  sizeOf(stored: Stored): number;
  read(stored: Stored): Promise<string>;
  /** Removes a capture that is not wanted. */
  discard(capture: string): Promise<void>;
  /**
   * Path of a kept text that is a file, else null.
   * @throws StateError when the file is not what was kept.
   */
  pathOf(stored: Stored): Promise<string | null>;
}

export function openOutputs(files: FileHost, folder: string, claim: number): OutputStore {
  let captures = 0;
  /** Files whose content this process has written or read in full. */
  const known = new Set<string>();

  const intoPlace = async (path: string, hash: string, bytes: number): Promise<Stored> => {
    await files.rename(path, join(folder, hash));
    await files.syncFolder(folder);
    known.add(hash);
    return { file: hash, bytes };
  };

  const meet = (hash: string, found: string): void => {
    if (found !== hash) throw changedByHand(`the output \`${hash.slice(0, 12)}…\` of this run`);
    known.add(hash);
  };

  const fresh = (suffix: string) => join(folder, `capture-${claim}-${captures++}.${suffix}`);

  return {
    capturePath: fresh,
    adopt: async (capture) => {
      const bytes = (await files.size(capture)) ?? 0;
      if (bytes <= inlineBytes) {
        const data = bytes === 0 ? Buffer.alloc(0) : await files.read(capture);
        if (isUtf8(data)) {
          await files.remove(capture);
          return { text: data.toString("utf8") };
        }
      }
      // Its place in the journal says that it is there, also after a loss of power.
      await files.syncFile(capture);
      return intoPlace(capture, await hashOfFile(capture), bytes);
    },
    keep: async (text) => {
      if (Buffer.byteLength(text) <= inlineBytes) return { text };
      const data = Buffer.from(text);
      const path = fresh("kept");
      await files.create(path, data);
      return intoPlace(path, createHash("sha256").update(data).digest("hex"), data.length);
    },
    sizeOf: (stored) => ("file" in stored ? stored.bytes : Buffer.byteLength(stored.text)),
    read: async (stored) => {
      if (!("file" in stored)) return stored.text;
      const data = await files.read(join(folder, fileName(stored.file)));
      if (!known.has(stored.file)) meet(stored.file, createHash("sha256").update(data).digest("hex"));
      return data.toString("utf8");
    },
    discard: (capture) => files.remove(capture),
    pathOf: async (stored) => {
      if (!("file" in stored)) return null;
      const path = join(folder, fileName(stored.file));
      if (!known.has(stored.file)) meet(stored.file, await hashOfFile(path));
      return path;
    },
  };
}

function fileName(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash))
    throw new StateError("state", "the journal names an output that is no content hash");
  return hash;
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
