import { stateFolderFrom } from "@lobster-lang/runtime";
import type { Io } from "./io.ts";

/** The state folder: `LOBSTER_STATE_DIR`, else `~/.lobster/state`. */
export function stateFolder(io: Io): string {
  return stateFolderFrom(io.env, io.cwd);
}
