import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Vault } from "./secrets/vault.ts";
import type { ContinueOptions, ResumeOptions, RunOptions } from "./types.ts";

type Environment = { readonly [name: string]: string | undefined };

/** What is known of a run as soon as it has an id, before its first event. */
export interface RunFacts {
  readonly run: string;
  /** Masks its secrets wherever the run shows. */
  readonly vault: Pick<Vault, "mask" | "maskValue">;
}

interface Watched {
  readonly onRun?: (facts: RunFacts) => void;
}

type Always = "args" | "stateDir" | "env";

/** The options of a run with every default filled in. */
export type RunSettings = RunOptions & Required<Pick<RunOptions, Always | "cwd" | "sourcePath">> & Watched;
export type ContinueSettings = ContinueOptions & Required<Pick<ContinueOptions, Always>> & Watched;
export type ResumeSettings = ResumeOptions & Required<Pick<ResumeOptions, Always>> & Watched;

/** What both are executed with. */
export type ExecutionSettings = Omit<RunSettings, "args" | "cwd" | "sourcePath" | "programFolder">;

/** Fills in what a caller left out. The environment is copied: who changes it later does not change this run. */
export function runSettings(options: RunOptions): RunSettings {
  const { args = {}, cwd = process.cwd(), sourcePath = null } = options;
  const env = { ...(options.env ?? process.env) };
  return { ...options, args, env, cwd: resolve(cwd), sourcePath, stateDir: folderOf(options.stateDir, env, cwd) };
}

/** As `runSettings`; the folder of the run is stored with it (D32). */
export function resumeSettings<Options extends ResumeOptions | ContinueOptions>(
  options: Options,
): Options & Required<Pick<RunOptions, Always>> {
  const { args = {} } = options;
  const env = { ...(options.env ?? process.env) };
  return { ...options, args, env, stateDir: folderOf(options.stateDir, env, null) };
}

/**
 * The state folder that an environment names: `LOBSTER_STATE_DIR`, relative to `cwd` (null: the folder of the process), else
 * `~/.lobster/state`.
 */
export function stateFolderFrom(env: Environment, cwd: string | null): string {
  const named = env["LOBSTER_STATE_DIR"]?.trim() ?? "";
  return named === ""
    ? join(env["HOME"] || homedir(), ".lobster", "state")
    : resolve(...(cwd === null ? [] : [cwd]), named);
}

function folderOf(given: string | undefined, env: Environment, cwd: string | null): string {
  return given === undefined ? stateFolderFrom(env, cwd) : resolve(given);
}
