import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Plan } from "@lobster-lang/plan";
import { nodeFiles, type FileHost } from "@lobster-lang/state";
import type { SendRequest } from "./http.ts";
import { startProcess, type StartProcess } from "./process.ts";

/** What the outside gives to a run. Tests replace it to stop at any write, to jump the clock, to choose the dice. */
export interface Host {
  readonly files: FileHost;
  readonly start: StartProcess;
  readonly request: SendRequest;
  readonly now: () => number;
  /** Ends early, without an error, when the signal fires. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Random hexadecimal digits that nobody can guess. */
  readonly hex: (digits: number) => string;
  /**
   * Compiles a workflow file for `workflows.run`: the runtime itself reads plans only. Absent: nothing is compiled while a
   * plan runs. A file with errors is a problem in words.
   */
  readonly compile?: (path: string) => Promise<CompiledFile | { readonly problem: string }>;
}

export interface CompiledFile {
  readonly plan: Plan;
  /** Folder that the files of its project's own commands are in. */
  readonly programFolder: string | null;
}

export const nodeHost: Host = {
  files: nodeFiles,
  start: startProcess,
  request: async (request) => (await import("./http.ts")).postText(request),
  now: Date.now,
  sleep: (ms, signal) =>
    setTimeout(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    }),
  random: Math.random,
  hex: (digits) =>
    randomBytes(Math.ceil(digits / 2))
      .toString("hex")
      .slice(0, digits),
};
