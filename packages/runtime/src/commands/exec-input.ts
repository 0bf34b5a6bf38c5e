import { createReadStream } from "node:fs";
import type { Json } from "@lobster-lang/plan";
import { throwIfAborted } from "../abort.ts";
import { StepFailure } from "../failures.ts";
import type { RunningProcess } from "../process.ts";
import { pipedInput } from "../input-pipe.ts";
import { openedBytes } from "../secrets/vault-stream.ts";
import type { Batches, StageContext } from "./command.ts";

export type InputForm = "raw" | "json" | "jsonl";

/** The standard input of a child: a file, which is gone by name as soon as it is open, or a stream that is fed; a pipe where secrets are in it. */
export interface SpooledInput {
  readonly descriptor: number | "stream" | "none";
  /** The child has started. */
  readonly feed?: (child: RunningProcess) => void;
  /** What went wrong while it was fed: then the child's own end says nothing. */
  readonly fault?: () => unknown;
  readonly close: () => void | Promise<void>;
}

/**
 * Writes all items to a file for a child to read. The child starts when its input is whole: an earlier stage that fails
 * half-way must not have fed half of its items to a program that acts on them. Memory stays bounded.
 */
export async function spoolInput(
  input: Batches,
  form: InputForm,
  context: StageContext,
  what = "exec --stdin",
): Promise<SpooledInput> {
  const { world, signal } = context;
  const path = world.outputs.capturePath("in");
  const file = await world.files.append(path);
  let bytes = 0;
  let isSealed = false;
  let descriptor: number | null = null;
  try {
    for await (const piece of pieces(input, form)) {
      throwIfAborted(signal);
      bytes += Buffer.byteLength(piece);
      if (bytes > world.limits.maxOutputBytes) {
        throw new StepFailure(
          `${what}: more than ${world.limits.maxOutputBytes} bytes of input; pass less on, or raise LOBSTER_MAX_OUTPUT_BYTES`,
        );
      }
      const sealed = world.vault.seal(piece);
      isSealed ||= sealed !== piece;
      await file.write(sealed);
    }
    descriptor = world.files.openDescriptor(path, "read");
  } finally {
    await file.close();
    await world.files.remove(path);
  }
  const own = descriptor;
  if (!isSealed) return { descriptor: own, close: () => world.files.closeDescriptor(own) };
  const spooled = createReadStream("", { fd: own, start: 0 });
  const piped = await pipedInput(world, openedBytes(spooled, world.vault));
  if (piped !== null) return piped;
  spooled.destroy();
  throw new StepFailure(
    "exec --stdin: what is secret in the items can be handed on by a named pipe only, and this system has none",
  );
}

/** Reads an input that nobody wants: what earlier stages do is wanted, what they give is not. */
export async function discardInput(input: Batches): Promise<SpooledInput> {
  for await (const _ of input) {
    // The original drains it too: `exec a | exec b` runs both, one after the other.
  }
  return { descriptor: "none", close: () => undefined };
}

/** raw: text as it is and other items as JSON, joined by newlines; json: one list; jsonl: a line of JSON each. */
async function* pieces(input: Batches, form: InputForm): AsyncIterable<string> {
  const separator = form === "json" ? "," : "\n";
  const write = (item: Json) => (form === "raw" && typeof item === "string" ? item : JSON.stringify(item));
  let isFirst = true;
  if (form === "json") yield "[";
  for await (const batch of input) {
    if (batch.length === 0) continue;
    yield `${isFirst ? "" : separator}${batch.map(write).join(separator)}`;
    isFirst = false;
  }
  if (form === "json") yield "]";
  if (form === "jsonl" && !isFirst) yield "\n";
}
