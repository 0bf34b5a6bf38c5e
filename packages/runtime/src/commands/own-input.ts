import { once } from "node:events";
import type { Writable } from "node:stream";
import type { Json } from "@lobster-lang/plan";
import type { RunningProcess } from "../process.ts";
import type { Batches, StageContext } from "./command.ts";
import type { SpooledInput } from "./exec-input.ts";

/**
 * Feeds a running program with items as they come, one line of JSON each, and no faster than it takes them. A program that
 * reads no more ends the stages before it; one of these that fails ends the program.
 */
export function feedInput(input: Batches, { endBefore }: Pick<StageContext, "endBefore">): SpooledInput {
  let fed: Promise<void> = Promise.resolve();
  let isFed = false;
  let isClosed = false;
  let failure: { readonly error: unknown } | null = null;
  return {
    descriptor: "stream",
    feed: (child) => {
      isFed = true;
      fed = pump(input, child).catch(async (error: unknown) => {
        // Of stages that were ended because nobody wants their output, no complaint counts.
        if (isClosed) return;
        failure = { error };
        await child.end();
      });
      void child.exited.then(() => {
        isClosed ||= failure === null;
        endBefore();
      });
    },
    fault: () => failure?.error,
    close: async () => {
      isClosed = true;
      endBefore();
      if (!isFed) await input[Symbol.asyncIterator]().return?.();
      await fed;
    },
  };
}

async function pump(input: Batches, { stdin }: RunningProcess): Promise<void> {
  if (stdin === undefined || stdin === null) throw new Error("a fed child has no input stream");
  // A program need not read to the end; how it ended says whether that was well.
  stdin.on("error", () => undefined);
  try {
    for await (const batch of input) {
      for (const text of linesOf(batch)) if (!(await taken(stdin, text))) return;
    }
  } finally {
    stdin.end();
  }
}

/** Pieces of a batch that are written at once. */
function* linesOf(batch: readonly Json[]): Iterable<string> {
  for (let start = 0; start < batch.length; start += 100) {
    const lines = batch.slice(start, start + 100).map((item) => `${JSON.stringify(item)}\n`);
    yield lines.join("");
  }
}

/** @returns false when the program reads no more. */
async function taken(stdin: Writable, text: string): Promise<boolean> {
  if (stdin.destroyed || stdin.writableEnded) return false;
  if (stdin.write(text)) return true;
  const settled = new AbortController();
  await Promise.race([
    once(stdin, "drain", { signal: settled.signal }),
    once(stdin, "close", { signal: settled.signal }),
  ]).catch(() => undefined);
  settled.abort();
  return !stdin.destroyed;
}
