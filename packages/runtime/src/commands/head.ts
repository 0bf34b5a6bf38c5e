import { StepFailure } from "../failures.ts";
import { throwIfAborted } from "../abort.ts";
import type { Batches, Command } from "./command.ts";

/** `head --n 5`: the first items; what is before it is ended as soon as they are there. */
export const head: Command = {
  kind: "items",
  run: (input, args, { signal }) => {
    const count = args.number("n") ?? 10;
    if (count < 0) throw new StepFailure(`head --n must be a number from 0 on, got \`${count}\``);
    return first(input, Math.ceil(count), signal);
  },
};

async function* first(input: Batches, count: number, signal: AbortSignal): Batches {
  let left = count;
  for await (const batch of input) {
    throwIfAborted(signal);
    // Also for none at all the stages before it begin.
    if (left === 0) return;
    yield left < batch.length ? batch.slice(0, left) : batch;
    left -= batch.length;
    if (left <= 0) return;
  }
}
