import { fstatSync, readSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
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
  /** Somebody has mended what `needs` fails without. */
  isMended: boolean;
}

export function outside(): Outside {
  return { effects: new Map(), failures: new Map(), isMended: false };
}

/**
 * Programs without processes, so that thousands of runs take seconds. Scripts are commands with `;` between them:
 * `effect NAME` · `print TEXT` · `pass` (standard input) · `big BYTES` · `flaky NAME TIMES` (fails so often) · `fail` ·
 * `needs` (fails until somebody has mended the outside) · `wait MS` (the rest comes then, unless the program is ended).
 * The process of the run can end before a program starts and after it has done its work.
 */
export function simulatedPrograms(fuse: Fuse, world: Outside): StartProcess {
  return async (spec) => {
    fuse.point();
    const [now, later] = inTwo(scriptOf(spec));
    const first = perform(now, spec, world);
    fuse.point();
    const file = typeof spec.stdout === "number" ? await opened(spec.stdout) : null;
    let isEnded = false;
    const isOver = () => isEnded || fuse.isDead();
    const exit = async () => {
      const rest =
        later === null ? nothing : (await waited(later.ms, isOver)) ? perform(later.script, spec, world) : null;
      if (file !== null) await writeTo(file, first.output + (rest?.output ?? ""));
      return rest === null ? { code: null, signal: "SIGTERM" } : { code: first.code || rest.code, signal: null };
    };
    const exited = exit();
    return {
      pid: 0,
      exited,
      stdout: spec.stdout === "stream" ? Readable.from([Buffer.from(first.output)]) : null,
      end: async () => {
        isEnded = true;
        await exited;
      },
    };
  };
}

const nothing = { output: "", code: 0 };

/** What a script does at once, and what it does after its `wait`. */
function inTwo(script: string): [string, { readonly ms: number; readonly script: string } | null] {
  const [, now = script, ms, later = ""] = /^(.*?);? *wait (\d+);?(.*)$/.exec(script) ?? [];
  return [now, ms === undefined ? null : { ms: Number(ms), script: later }];
}

/** Whether the time passed before it was over. */
async function waited(ms: number, isOver: () => boolean): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(1)) if (isOver()) return false;
  return !isOver();
}

function scriptOf(spec: Spec): string {
  return (spec.args.at(-1) ?? "").replace(/\$\{?(\w+)\}?/g, (_, name: string) => spec.env[name] ?? "");
}

function perform(script: string, spec: Spec, world: Outside): { readonly output: string; readonly code: number } {
  let output = "";
  for (const command of script.split(";").map((part) => part.trim())) {
    const [verb = "", ...rest] = command.split(" ");
    const text = rest.join(" ");
    if (verb === "effect") add(world.effects, text);
    else if (verb === "print") output += `${text}\n`;
    else if (verb === "pass") output += inputOf(spec);
    else if (verb === "big") output += "x".repeat(Number(text));
    else if (verb === "fail" || (verb === "needs" && !world.isMended)) return { output, code: 1 };
    else if (verb === "flaky") {
      const [name = "", times = "1"] = rest;
      if ((world.failures.get(name) ?? 0) >= Number(times)) continue;
      add(world.failures, name);
      return { output, code: 1 };
    } else if (verb !== "" && verb !== "needs") throw new Error(`no command \`${verb}\` in the simulation`);
  }
  return { output, code: 0 };
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function inputOf({ stdin }: Spec): string {
  if (typeof stdin !== "number") return "";
  const buffer = Buffer.alloc(fstatSync(stdin).size);
  const length = readSync(stdin, buffer, 0, buffer.length, 0);
  return buffer.subarray(0, length).toString("utf8");
}

/** A descriptor of its own, as a child has: the runtime closes the one it gave. */
function opened(descriptor: number): Promise<FileHandle> {
  return open(`/proc/self/fd/${descriptor}`, "a");
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
