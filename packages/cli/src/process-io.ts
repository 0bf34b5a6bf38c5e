import { fstatSync, writeSync } from "node:fs";
import process from "node:process";
import { readHiddenLine } from "./hidden-line.ts";
import { OutputFailed, signalExitCodes } from "./io.ts";
import type { EndSignal, Input, Io, Output } from "./io.ts";
import { UsageError } from "./usage-error.ts";

/** The real thing. Streams are opened on first use only: `process.stdout` alone costs a third of the start-up time. */
export function processIo(): Io {
  return {
    stdin: processInput(),
    stdout: descriptor(1, () => process.stdout),
    stderr: descriptor(2, () => process.stderr),
    env: process.env,
    get cwd() {
      return workingFolder();
    },
    onSignal(listener) {
      const names = Object.keys(signalExitCodes) as EndSignal[];
      const handlers = names.map((name) => [name, () => listener(name)] as const);
      for (const [name, handler] of handlers) process.on(name, handler);
      return () => {
        for (const [name, handler] of handlers) process.off(name, handler);
      };
    },
    onCrash(listener) {
      process.on("uncaughtException", listener).on("unhandledRejection", listener);
      return () => {
        process.off("uncaughtException", listener).off("unhandledRejection", listener);
      };
    },
  };
}

/** @throws UsageError when somebody has removed it. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new UsageError("the working folder does not exist any more: change to one that does");
  }
}

interface TerminalLike {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** A file or a pipe is told by its descriptor alone; only what may be a terminal is opened as a stream. */
function isTerminal(fd: number, stream: () => TerminalLike): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && stream().isTTY === true;
  } catch {
    return false;
  }
}

function descriptor(fd: 1 | 2, stream: () => TerminalLike): Output {
  let closed = false;
  return {
    get isTTY() {
      return isTerminal(fd, stream);
    },
    get columns() {
      return stream().columns ?? 80;
    },
    write(text) {
      if (closed) return;
      const bytes = typeof text === "string" ? Buffer.from(text, "utf8") : text;
      closed = !writeAll(fd, bytes);
    },
  };
}

/** Writes every byte; false when the reader has gone. Throws OutputFailed on any other failure. */
function writeAll(fd: number, bytes: Uint8Array): boolean {
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(fd, bytes, done);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "EPIPE" || code === "EBADF" || code === "EIO") return false;
      // A pipe that somebody made non-blocking is full: its reader needs a moment.
      if (code === "EAGAIN") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
      else throw new OutputFailed(`cannot write the output: ${(error as Error).message}`);
    }
  }
  return true;
}

function processInput(): Input {
  let rest = "";
  return {
    get isTTY() {
      return isTerminal(0, () => process.stdin);
    },
    async readAll() {
      const chunks: Uint8Array[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
      return Buffer.concat(chunks);
    },
    async readLine(signal, options) {
      const isWhole = rest.includes("\n");
      if (options?.hidden === true && !isWhole && isTerminal(0, () => process.stdin)) {
        const read = await readHiddenLine(process.stdin, signal);
        rest += read.rest;
        return read.line;
      }
      return new Promise((resolve) => {
        const stdin = process.stdin;
        const finish = (line: string | null) => {
          stdin.off("data", onData).off("end", onEnd).off("error", onEnd);
          signal?.removeEventListener("abort", onEnd);
          stdin.pause();
          resolve(line);
        };
        const takeLine = () => {
          const end = rest.indexOf("\n");
          if (end < 0) return false;
          const line = rest.slice(0, end).replace(/\r$/, "");
          rest = rest.slice(end + 1);
          finish(line);
          return true;
        };
        const onData = (chunk: Uint8Array) => {
          rest += Buffer.from(chunk).toString("utf8");
          takeLine();
        };
        const onEnd = () => finish(null);
        if (signal?.aborted === true) return finish(null);
        if (takeLine()) return;
        stdin.on("data", onData).on("end", onEnd).on("error", onEnd);
        signal?.addEventListener("abort", onEnd);
        stdin.resume();
      });
    },
  };
}
