import type { Json, Value } from "@lobster-lang/plan";
import { createReadStream } from "node:fs";
import type { ProcessWorld } from "../capture.ts";
import { pipedInput } from "../input-pipe.ts";
import { isSealed } from "../secrets/sealed-file.ts";
import { openedBytes } from "../secrets/vault-stream.ts";
import { jsonSourceOf } from "../results.ts";
import { valueOf, type Scope } from "../values.ts";

/** The standard input of a shell step. */
export interface OpenStdin {
  readonly descriptor: number | "none";
  readonly close: () => void;
}

const closed: OpenStdin = { descriptor: "none", close: () => undefined };

/**
 * Opens what `stdin:` says: an earlier output's own file where it is one, else a file with the text. Null and missing are no
 * input at all.
 */
export async function openStdin(stdin: Value | null, scope: Scope, world: ProcessWorld): Promise<OpenStdin> {
  if (stdin === null) return closed;
  const path = await storedFile(stdin, scope, world);
  if (path !== null) return openedOutput(path, world);
  const text = await stdinText(stdin, scope);
  if (text === null || text === "") return closed;
  if (world.vault.found(text).length > 0) {
    const piped = await pipedInput(world, [Buffer.from(text)]);
    if (piped !== null) return piped;
  }
  const spool = world.outputs.capturePath("in");
  const file = await world.files.append(spool);
  try {
    await file.write(text);
  } finally {
    await file.close();
  }
  try {
    return opened(spool, world);
  } finally {
    // The open descriptor is all that is needed.
    await world.files.remove(spool);
  }
}

/** The file of an output; where something in it was sealed, the child gets it opened, by a pipe. */
async function openedOutput(path: string, world: ProcessWorld): Promise<OpenStdin> {
  if (world.vault.isEmpty || !(await isSealed(path))) return opened(path, world);
  const piped = await pipedInput(world, openedBytes(createReadStream(path), world.vault));
  return piped ?? opened(path, world);
}

function opened(path: string, world: ProcessWorld): OpenStdin {
  const descriptor = world.files.openDescriptor(path, "read");
  return { descriptor, close: () => world.files.closeDescriptor(descriptor) };
}

/** `stdin: $a.stdout` of a large output: its own file, byte for byte, whatever it holds. */
async function storedFile(stdin: Value, scope: Scope, world: ProcessWorld): Promise<string | null> {
  if (!("whole" in stdin) || !("ref" in stdin.whole)) return null;
  const { step, path } = stdin.whole.ref;
  const record = scope.results.get(step)?.record;
  if (record == null || path.length !== 1) return null;
  if (path[0] === "stderr" && record.stderr !== null) return world.outputs.pathOf(record.stderr);
  const isOutput = path[0] === "stdout" && record.stdout !== null && record.failed === null;
  return isOutput && record.stdout !== null ? world.outputs.pathOf(record.stdout) : null;
}

/** The text of `stdin:`; a whole `$a.json` is the text that it was read from, not what is left of it (D34). */
async function stdinText(stdin: Value, scope: Scope): Promise<string | null> {
  if ("whole" in stdin && "ref" in stdin.whole) {
    const { step, path } = stdin.whole.ref;
    const result = scope.results.get(step);
    if (path.length === 1 && path[0] === "json" && result !== undefined) {
      const source = await jsonSourceOf(result, scope.outputs);
      // A JSON text value is sent as the text itself.
      if (source !== null && source !== "null" && !source.startsWith('"')) return source;
    }
  }
  const value = await valueOf(scope, stdin);
  return value === undefined || value === null ? null : rawText(value);
}

/** Text for a child: text as it is, other values as JSON. */
function rawText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
