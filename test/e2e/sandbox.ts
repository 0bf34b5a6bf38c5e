import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

export const root = join(import.meta.dirname, "..", "..");
export const program = join(root, "packages", "cli", "bin", "lobster.cjs");

export interface Finished {
  /** Null when a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  readonly env?: { readonly [name: string]: string };
  /** Written to standard input, which is then closed. */
  readonly typed?: string;
  readonly cwd?: string;
}

/** A folder of its own with files, a home, a state folder and the built program on its PATH. */
export interface Sandbox {
  readonly folder: string;
  readonly env: { readonly [name: string]: string };
  write(name: string, text: string): void;
  read(name: string): string;
  has(name: string): boolean;
  /** Runs the program as a process to its end. */
  lobster(words: readonly string[], options?: StartOptions): Promise<Finished>;
  /** Starts it and leaves it running. */
  start(words: readonly string[], options?: StartOptions): Running;
  /** Runs a shell command line in which `lobster` is the program. */
  sh(line: string, options?: StartOptions): Promise<Finished>;
  remove(): void;
}

export interface Running {
  readonly child: ChildProcess;
  readonly end: Promise<Finished>;
}

/** Builds the program where a source is newer: once for a test run, whoever comes first. */
export function ensureBuilt(): void {
  const build = join(root, "packages", "build", "src", "build.mjs");
  const result = spawnSync(process.execPath, [build, "--if-stale", "--bundles"], { encoding: "utf8" });
  if (result.status !== 0) throw new Error(`the program does not build:\n${result.stdout}${result.stderr}`);
}

export function sandbox(files: { readonly [name: string]: string } = {}): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), "lobster-e2e-"));
  const work = join(folder, "work");
  const bin = join(folder, "bin");
  for (const path of [work, bin, join(folder, "home")]) mkdirSync(path);
  symlinkSync(program, join(bin, "lobster"));
  const env = {
    PATH: `${bin}${delimiter}${dirname(process.execPath)}${delimiter}/usr/local/bin:/usr/bin:/bin`,
    HOME: join(folder, "home"),
    LOBSTER_STATE_DIR: join(folder, "state"),
    LANG: "C.UTF-8",
  };
  const box: Sandbox = {
    folder: work,
    env,
    write(name, text) {
      mkdirSync(dirname(join(work, name)), { recursive: true });
      writeFileSync(join(work, name), text);
    },
    read: (name) => readFileSync(join(work, name), "utf8"),
    has: (name) => existsSync(join(work, name)),
    start: (words, options = {}) => started(process.execPath, [program, ...words], work, env, options),
    lobster: (words, options) => box.start(words, options).end,
    sh: (line, options = {}) => started("/bin/sh", ["-c", line], work, env, options).end,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  for (const [name, text] of Object.entries(files)) box.write(name, text);
  return box;
}

function started(
  file: string,
  words: readonly string[],
  folder: string,
  env: { readonly [name: string]: string },
  options: StartOptions,
): Running {
  const child = spawn(file, words, { cwd: options.cwd ?? folder, env: { ...env, ...options.env } });
  const text = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
  child.stdin.on("error", () => {});
  child.stdin.end(options.typed ?? "");
  const end = new Promise<Finished>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, ...text }));
  });
  return { child, end };
}

/** Waits until `condition` holds; throws with `what` when it does not within ten seconds. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`waited in vain: ${what}`);
}

/** Whether a process with this id lives (a zombie does not). */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) !== "Z";
  } catch {
    return false;
  }
}
