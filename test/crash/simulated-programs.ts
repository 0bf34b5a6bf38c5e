import { fstatSync, readSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Host } from "@lobster-lang/runtime";
import type { Fuse } from "./simulated-disk.ts";

type StartProcess = Host["start"];
type Spec = Parameters<StartProcess>[0];

/** What lies outside of any run: effects stay, whatever happens to the program that caused them. */
export interface Outside {
  /** How often each effect took place. */
  readonly effects: Map<string, number>;
  /** How often a script has failed that fails at first. */
  readonly failures: Map<string, number>;
}

export function outside(): Outside {
  return { effects: new Map(), failures: new Map() };
}

/**
 * Programs without processes, so that thousands of runs take seconds. Scripts are commands with `;` between them:
 * `effect NAME` · `print TEXT` · `pass` (standard input) · `big BYTES` · `flaky NAME TIMES` (fails so often) · `fail`.
 * The process of the run can end before a program starts and after it has done its work.
 */
export function simulatedPrograms(fuse: Fuse, world: Outside): StartProcess {
  return async (spec) => {
    fuse.point();
    const { output, code } = perform(spec, world);
    fuse.point();
    const written = typeof spec.stdout === "number" ? await opened(spec.stdout, output) : null;
    return {
      pid: 0,
      exited: (written?.written ?? Promise.resolve()).then(() => ({ code, signal: null })),
      stdout: spec.stdout === "stream" ? Readable.from([Buffer.from(output)]) : null,
      end: async () => undefined,
    };
  };
}

function perform(spec: Spec, world: Outside): { readonly output: string; readonly code: number } {
  let output = "";
  const script = (spec.args.at(-1) ?? "").replace(/\$\{?(\w+)\}?/g, (_, name: string) => spec.env[name] ?? "");
  for (const command of script.split(";").map((part) => part.trim())) {
    const [verb = "", ...rest] = command.split(" ");
    const text = rest.join(" ");
    if (verb === "effect") add(world.effects, text);
    else if (verb === "print") output += `${text}\n`;
    else if (verb === "pass") output += inputOf(spec);
    else if (verb === "big") output += "x".repeat(Number(text));
    else if (verb === "fail") return { output, code: 1 };
    else if (verb === "flaky") {
      const [name = "", times = "1"] = rest;
      if ((world.failures.get(name) ?? 0) >= Number(times)) continue;
      add(world.failures, name);
      return { output, code: 1 };
    } else if (verb !== "") throw new Error(`no command \`${verb}\` in the simulation`);
  }
  return { output, code: 0 };
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function inputOf({ stdin }: Spec): string {
  if (stdin === "none") return "";
  const buffer = Buffer.alloc(fstatSync(stdin).size);
  const length = readSync(stdin, buffer, 0, buffer.length, 0);
  return buffer.subarray(0, length).toString("utf8");
}

/** A descriptor of its own, as a child has: the runtime closes the one it gave. What is given back ends with the writing. */
async function opened(descriptor: number, output: string): Promise<{ readonly written: Promise<void> }> {
  const file = await open(`/proc/self/fd/${descriptor}`, "a");
  return { written: writeTo(file, output) };
}

async function writeTo(file: FileHandle, output: string): Promise<void> {
  try {
    await file.writeFile(output);
  } catch (error) {
    // Nobody reads any more: a program would end there too.
    if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
  } finally {
    await file.close();
  }
}
