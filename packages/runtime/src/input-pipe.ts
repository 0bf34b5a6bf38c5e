import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FileHost, OutputStore } from "@lobster-lang/state";
import { makeNamedPipes, pipesAtOnce } from "./process/guard.ts";

/** An input that a child reads while it is written. */
export interface PipedInput {
  readonly descriptor: number;
  readonly close: () => void;
}

/**
 * An input that goes to a child without a file: what is secret in it stands on no disk. A child that does not read it to its
 * end is no fault.
 * @returns null where the system has no named pipes.
 */
export async function pipedInput(
  { files, outputs }: { readonly files: FileHost; readonly outputs: OutputStore },
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<PipedInput | null> {
  const path = outputs.capturePath("fifo");
  if (!(await makeNamedPipes(path))) return null;
  const name = `${path}.0`;
  // Both ends at once first: neither of the others waits for its partner then.
  const both = openSync(name, constants.O_RDWR);
  const descriptor = openSync(name, constants.O_RDONLY);
  const writer = openSync(name, constants.O_WRONLY | constants.O_NONBLOCK);
  closeSync(both);
  for (let n = 0; n < pipesAtOnce; n++) await files.remove(`${path}.${n}`);
  const socket = new Socket({ fd: writer, readable: false, writable: true });
  void pipeline(Readable.from(chunks), socket).catch(() => undefined);
  return {
    descriptor,
    close: () => {
      closeSync(descriptor);
      socket.destroy();
    },
  };
}
