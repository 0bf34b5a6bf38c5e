import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { FileHost, OutputStore } from "@lobster-lang/state";
import { makeNamedPipes, pipesAtOnce } from "./process/guard.ts";

/**
 * A real pipe from a child: `/dev/stdout` works in it, and a writer without a reader is ended by SIGPIPE. So nobody writes
 * on without end when this process stands still or is gone.
 */
export interface ChildOutput {
  /** For the child; to be closed here once it has started. */
  readonly descriptor: number;
  readonly stream: Readable;
}

interface Ends {
  readonly reader: number;
  readonly writer: number;
}

/** Pipes that nobody uses yet. Their names are gone already. */
const spare: Ends[] = [];

/**
 * A pipe for one stream of one child, made by mkfifo(1), since Node has no call for a pipe: its own "pipes" are sockets.
 * @returns null where the system has no such program, or the run's folder cannot hold one.
 */
export async function openPipe(world: {
  readonly files: FileHost;
  readonly outputs: OutputStore;
}): Promise<ChildOutput | null> {
  if (spare.length === 0) await makeSpare(world);
  const ends = spare.pop();
  if (ends === undefined) return null;
  return { descriptor: ends.writer, stream: new Socket({ fd: ends.reader, readable: true, writable: false }) };
}

async function makeSpare({ files, outputs }: { readonly files: FileHost; readonly outputs: OutputStore }) {
  const path = outputs.capturePath("fifo");
  const isMade = await makeNamedPipes(path);
  for (let n = 0; n < pipesAtOnce; n++) {
    const name = `${path}.${n}`;
    if (isMade) spare.push(openEnds(name));
    await files.remove(name);
  }
}

function openEnds(path: string): Ends {
  // The reader first: a writer without a reader would wait for one.
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return { reader, writer: openSync(path, constants.O_WRONLY) };
  } catch (error) {
    closeSync(reader);
    throw error;
  }
}

const doNothing = () => undefined;

/** How long the last bytes of an ended child may take to arrive while a background child holds the pipe open. */
const settleMs = 50;

/** Most bytes that a pipe holds: what comes later was not written by a child that had ended before. */
const mostInPipe = 1024 * 1024;

/**
 * The chunks of a child's output, with back-pressure. The end is the end of the stream, or that the child has ended and
 * nothing more of it can come: a background child that keeps the pipe open is not waited for, quiet or not.
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
  let late = 0;
  const leave = () => {
    hasExited = true;
    wake();
  };
  // How it ended is told to whoever waits for the child itself.
  void exited.then(leave, leave);
  try {
    for (;;) {
      const chunk = queue.shift();
      if (chunk !== undefined) {
        if (hasExited) late += chunk.length;
        yield chunk;
        continue;
      }
      if (late > mostInPipe) return;
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
