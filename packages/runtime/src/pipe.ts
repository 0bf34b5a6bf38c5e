import { constants, openSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { ProcessWorld } from "./capture.ts";

/** A real pipe from a child: `/dev/stdout` works in it, and a reader that goes away ends the writer by SIGPIPE. */
export interface ChildOutput {
  /** For the child; to be closed here once it has started. */
  readonly descriptor: number;
  readonly stream: Readable;
}

/**
 * A named pipe for a stage, made by mkfifo(1), since Node has no call for a pipe: its own "pipes" are sockets.
 * @returns null where the system has no such program, or the run's folder cannot hold one.
 */
export async function makeFifo(world: ProcessWorld): Promise<string | null> {
  const path = world.outputs.capturePath("fifo");
  try {
    const child = await world.start({
      file: "mkfifo",
      args: ["-m", "600", path],
      role: "program",
      cwd: "/",
      env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
      stdin: "none",
      stdout: "none",
      stderr: "none",
    });
    return (await child.exited).code === 0 ? path : null;
  } catch {
    return null;
  }
}

/** Opens a named pipe for a child to write to. The name is not needed afterwards. */
export function openOutput(path: string): ChildOutput {
  // The reader first: a writer without a reader would wait for one.
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const descriptor = openSync(path, constants.O_WRONLY);
  return { descriptor, stream: new Socket({ fd: reader, readable: true, writable: false }) };
}

const doNothing = () => undefined;

/** How long the last bytes of an ended child may take to arrive while a background child holds the pipe open. */
const settleMs = 50;

/**
 * The chunks of a child's output, with back-pressure. The end is the end of the stream, or that the child has ended and
 * nothing more comes: a background child that keeps the pipe open is not waited for.
 */
export async function* chunksOf(stream: Readable, exited: Promise<unknown>): AsyncIterable<Buffer> {
  const queue: Buffer[] = [];
  let ended = false;
  let failure: Error | null = null;
  let wake: () => void = doNothing;
  const change = () => new Promise<void>((resolve) => (wake = resolve));
  stream.on("data", (chunk: Buffer) => {
    queue.push(chunk);
    stream.pause();
    wake();
  });
  stream.on("end", () => {
    ended = true;
    wake();
  });
  stream.on("error", (error: Error) => {
    failure = error;
    wake();
  });
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
    wake();
  });
  try {
    for (;;) {
      const chunk = queue.shift();
      if (chunk !== undefined) {
        yield chunk;
        continue;
      }
      if (ended) return;
      if (failure !== null) throw failure;
      stream.resume();
      if (!hasExited) await change();
      else if (!(await settled(change(), () => queue.length > 0 || ended || failure !== null))) return;
    }
  } finally {
    stream.destroy();
  }
}

/** @returns false when nothing happened within the time: one more turn of the event loop is given to what is there. */
async function settled(changed: Promise<void>, hasNews: () => boolean): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, settleMs)));
  await Promise.race([changed, late]);
  clearTimeout(timer);
  for (let turn = 0; turn < 3 && !hasNews(); turn++) await new Promise((resolve) => setImmediate(resolve));
  return hasNews();
}
