import type { Readable, Writable } from "node:stream";
import type { execa as Execute } from "execa";
import { statSync } from "node:fs";
import { StepFailure, messageOf } from "./failures.ts";
import { endGroup, killGroup, trackGroup, untrackGroup } from "./process-group.ts";

type Execa = typeof Execute;

/**
 * What to start. Standard input is a descriptor or nothing: a shell on a Node pipe takes it for a remote login (D31). Only a
 * program that is no shell can be given a stream.
 */
export interface ProcessSpec {
  readonly file: string;
  readonly args: readonly string[];
  /** How the file is called in messages, and what is wrong when it is missing. */
  readonly role: "shell" | "program";
  readonly cwd: string;
  readonly env: { readonly [name: string]: string };
  readonly stdin: number | "stream" | "none";
  readonly stdout: number | "stream" | "none";
  readonly stderr: number | "none";
}

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface RunningProcess {
  readonly pid: number;
  /** The process itself has ended; others of its group may still run in the background. */
  readonly exited: Promise<Exit>;
  /** Only with `stdout: "stream"`. */
  readonly stdout: Readable | null;
  /** Only with `stdin: "stream"`. */
  readonly stdin?: Writable | null;
  /** Ends the whole group and waits for the process. */
  end(): Promise<void>;
  /** Ends the whole group at once, without grace. Absent: `end` is all that there is. */
  kill?(): void;
}

export type StartProcess = (spec: ProcessSpec) => Promise<RunningProcess>;

/**
 * Starts a process in a group of its own: the one place in the project that does. Output goes to descriptors, so nothing
 * waits for background children and nothing is held in memory.
 * @throws StepFailure in words when the folder, the shell or the program is missing or may not be started.
 */
export const startProcess: StartProcess = async (spec) => {
  checkFolder(spec.cwd);
  const { execa } = await import("execa");
  const child = launch(execa, spec);
  const { pid } = child;
  if (pid === undefined) {
    const result = await child;
    throw startFailure(spec, result.code ?? "", result.originalMessage ?? result.message ?? "");
  }
  trackGroup(pid);
  // execa's own promise waits for streams that background children may hold; `exit` does not.
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => {
      untrackGroup(pid);
      resolve({ code, signal });
    });
  });
  void child.then(
    () => undefined,
    () => undefined,
  );
  return {
    pid,
    exited,
    stdout: child.stdout ?? null,
    stdin: spec.stdin === "stream" ? (child.stdin ?? null) : null,
    end: async () => {
      await endGroup(pid);
      await exited;
    },
    kill: () => killGroup(pid),
  };
};

/** Not async: what execa gives is a promise of the process's end. */
function launch(execa: Execa, spec: ProcessSpec) {
  try {
    return execa(spec.file, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      extendEnv: false,
      stdin: stdio(spec.stdin),
      stdout: stdio(spec.stdout),
      stderr: stdio(spec.stderr),
      detached: true,
      reject: false,
      buffer: false,
      cleanup: false,
      forceKillAfterDelay: false,
      stripFinalNewline: false,
    });
  } catch (error) {
    // What no program can be started with at all, such as a NUL in an argument.
    throw new StepFailure(`\`${spec.file}\` could not be started: ${messageOf(error)}`, { cause: error });
  }
}

/** execa takes any descriptor; its types name the small ones only. */
function stdio(stream: number | "stream" | "none"): 3 | "pipe" | "ignore" {
  if (stream === "none") return "ignore";
  return stream === "stream" ? "pipe" : (stream as 3);
}

function checkFolder(cwd: string): void {
  if (cwd.includes("\0"))
    throw new StepFailure("the working folder holds a NUL character, which no path can; see `cwd:`");
  const found = statSync(cwd, { throwIfNoEntry: false });
  if (found === undefined) throw new StepFailure(`the working folder \`${cwd}\` does not exist; see \`cwd:\``);
  if (!found.isDirectory()) throw new StepFailure(`the working folder \`${cwd}\` is no folder; see \`cwd:\``);
}

function startFailure(spec: ProcessSpec, code: string, message: string): StepFailure {
  const isShell = spec.role === "shell";
  switch (code) {
    case "ENOENT":
      return new StepFailure(
        isShell
          ? `the shell \`${spec.file}\` was not found; see LOBSTER_SHELL`
          : spec.file.includes("/")
            ? `exec command not found: there is no program \`${spec.file}\``
            : `exec command not found: \`${spec.file}\` is no program on PATH`,
      );
    case "EACCES":
      return new StepFailure(`\`${spec.file}\` may not be started: it is no program, or its permissions forbid it`);
    case "E2BIG":
      return new StepFailure(
        "the environment and arguments together are longer than the system allows (about 2 MiB); pass large values by `stdin:`",
      );
    default:
      return new StepFailure(`\`${spec.file}\` could not be started: ${message === "" ? code : message}`);
  }
}
