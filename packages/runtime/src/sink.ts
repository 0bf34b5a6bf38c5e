import { fstatSync, openSync, closeSync, readSync, statSync, truncateSync, writeSync } from "node:fs";
import type { FileHost, OutputStore } from "@lobster-lang/state";
import { StepFailure, messageOf } from "./failures.ts";
import { chunksOf, openPipe } from "./pipe.ts";
import { sealFile } from "./secrets/sealed-file.ts";
import type { Vault } from "./secrets/vault.ts";
import { hidingFilter, sealingFilter, type ByteFilter } from "./secrets/vault-stream.ts";

/** Where one stream of a child goes: a file of the run, at most so many bytes. */
export interface Sink {
  readonly path: string;
  /** For the child. */
  readonly descriptor: number;
  /** The child has started: its output is taken until it has ended. `end` is called when the stream must not go on. */
  follow(exited: Promise<unknown>, end: () => void): void;
  /** To be called now and then: a growing file does not tell by itself. */
  look(): void;
  /** More came than it takes; the file then holds the start. */
  isOver(): boolean;
  /**
   * Everything that came is in the file, and nothing more will be. May be called again.
   * @throws StepFailure when it could not be written.
   */
  close(): Promise<void>;
}

export interface SinkOptions {
  readonly limit: number;
  readonly onChunk: ((chunk: Uint8Array) => void) | undefined;
}

interface Store {
  readonly files: FileHost;
  readonly outputs: OutputStore;
  /** What its secrets stand for goes into no file. */
  readonly vault: Vault;
}

const keptOfRunaway = 1024 * 1024;

/**
 * Opens a sink. The child gets a pipe that is read here, so that it can write no more than is taken: not when it stays in
 * the background, not when this process stands still, and not when it is gone. Without mkfifo(1) it gets the file itself,
 * whose size is looked at.
 */
export async function openSink(store: Store, suffix: string, options: SinkOptions): Promise<Sink> {
  const path = store.outputs.capturePath(suffix);
  const file = store.files.openDescriptor(path, "append");
  try {
    return (await pipeSink(store, path, file, options)) ?? fileSink(store, path, file, options);
  } catch (error) {
    store.files.closeDescriptor(file);
    await store.files.remove(path);
    throw error;
  }
}

/** Does `work` once, however often it is asked for. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= work());
}

async function pipeSink(store: Store, path: string, file: number, options: SinkOptions): Promise<Sink | null> {
  const pipe = await openPipe(store);
  if (pipe === null) return null;
  let bytes = 0;
  const filter = sealingFilter(store.vault);
  const show = shownBy(store.vault, filter, options.onChunk);
  let isFollowed = false;
  let failure: StepFailure | null = null;
  let pumped: Promise<void> = Promise.resolve();
  const pump = async (exited: Promise<unknown>, end: () => void) => {
    try {
      for await (const chunk of chunksOf(pipe.stream, exited)) {
        const room = Math.max(0, options.limit - bytes);
        bytes += chunk.length;
        const kept = chunk.subarray(0, room);
        const sealed = filter === null ? kept : filter.push(kept);
        show?.push(filter === null ? chunk : sealed);
        writeAll(file, sealed);
        if (bytes <= options.limit) continue;
        end();
        break;
      }
      const rest = filter?.end() ?? nothing;
      show?.push(rest);
      show?.end();
      writeAll(file, rest);
    } catch (error) {
      failure = new StepFailure(`the output could not be kept: ${messageOf(error)}`, { cause: error });
      end();
    }
  };
  return {
    path,
    descriptor: pipe.descriptor,
    follow: (exited, end) => {
      isFollowed = true;
      store.files.closeDescriptor(pipe.descriptor);
      pumped = pump(exited, end);
    },
    look: () => undefined,
    isOver: () => bytes > options.limit,
    close: once(async () => {
      if (!isFollowed) {
        store.files.closeDescriptor(pipe.descriptor);
        pipe.stream.destroy();
      }
      await pumped;
      store.files.closeDescriptor(file);
      if (bytes > options.limit) shorten(path);
      if (failure !== null) throw failure;
    }),
  };
}

const nothing = Buffer.alloc(0);

/** Shows sealed bytes with their marks hidden, and what was learnt as well. */
function shownBy(vault: Vault, filter: ByteFilter | null, onChunk: SinkOptions["onChunk"]) {
  if (onChunk === undefined) return undefined;
  const hiding = hidingFilter(vault);
  const tell = (bytes: Uint8Array) => {
    if (bytes.length === 0) return;
    onChunk(filter === null ? bytes : Buffer.from(vault.mask(Buffer.from(bytes).toString("latin1")), "latin1"));
  };
  return {
    push: (bytes: Uint8Array) => tell(hiding === null ? bytes : hiding.push(bytes)),
    end: () => tell(hiding?.end() ?? nothing),
  };
}

function writeAll(file: number, chunk: Uint8Array): void {
  for (let done = 0; done < chunk.length;) done += writeSync(file, chunk, done);
}

const doNothing = (): void => undefined;

function fileSink(store: Store, path: string, file: number, { limit, onChunk }: SinkOptions): Sink {
  const filter = sealingFilter(store.vault);
  const show = shownBy(store.vault, filter, onChunk);
  const live = (chunk: Uint8Array) => show?.push(filter === null ? chunk : filter.push(chunk));
  const tail = show === undefined ? null : tailOfGrowing(path, live);
  let stop = doNothing;
  let over = false;
  const look = () => {
    tail?.read();
    if (over || fstatSync(file).size <= limit) return;
    over = true;
    stop();
  };
  return {
    path,
    descriptor: file,
    follow: (_, end) => (stop = end),
    look,
    isOver: () => over,
    close: once(async () => {
      look();
      tail?.close();
      store.files.closeDescriptor(file);
      if (filter !== null) show?.push(filter.end());
      show?.end();
      if (over) shorten(path);
      // Without a pipe in between the child wrote the file itself.
      await sealFile(store, path);
    }),
  };
}

/** Of a stream that ran away the start is kept: it shows what it was, and costs neither disk nor time. */
function shorten(path: string): void {
  if (statSync(path).size > keptOfRunaway) truncateSync(path, keptOfRunaway);
}

/** Passes on what a growing file gained since the last look. */
function tailOfGrowing(path: string, onChunk: (chunk: Uint8Array) => void) {
  const descriptor = openSync(path, "r");
  const buffer = Buffer.allocUnsafe(16 * 1024);
  let offset = 0;
  return {
    read: () => {
      for (;;) {
        const bytes = readSync(descriptor, buffer, 0, buffer.length, offset);
        if (bytes === 0) return;
        offset += bytes;
        onChunk(Uint8Array.prototype.slice.call(buffer, 0, bytes));
      }
    },
    close: () => closeSync(descriptor),
  };
}
