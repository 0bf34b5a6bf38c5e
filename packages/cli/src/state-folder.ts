import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Io } from "./io.ts";

/** The state folder: `LOBSTER_STATE_DIR`, else `~/.lobster/state`. */
export function stateFolder(io: Io): string {
  const named = io.env["LOBSTER_STATE_DIR"]?.trim() ?? "";
  return named === "" ? join(io.env["HOME"] || homedir(), ".lobster", "state") : resolve(io.cwd, named);
}
