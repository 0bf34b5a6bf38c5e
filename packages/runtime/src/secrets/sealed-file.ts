import { createReadStream, createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Vault } from "./vault.ts";
import { sealingFilter } from "./vault-stream.ts";

/** Seals the secrets in a file that somebody else wrote. */
export async function sealFile({ vault }: { readonly vault: Vault }, path: string): Promise<void> {
  const filter = sealingFilter(vault);
  if (filter === null) return;
  const sealed = async function* () {
    for await (const chunk of createReadStream(path)) yield filter.push(chunk as Buffer);
    yield filter.end();
  };
  await pipeline(Readable.from(sealed()), createWriteStream(`${path}.sealed`, { mode: 0o600 }));
  await rename(`${path}.sealed`, path);
}

/** Whether a file holds what was sealed. */
export async function isSealed(path: string): Promise<boolean> {
  const start = Buffer.from("<secret ");
  let tail = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.concat([tail, chunk as Buffer]);
    if (bytes.includes(start)) return true;
    tail = bytes.subarray(-start.length);
  }
  return false;
}
