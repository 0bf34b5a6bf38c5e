import { codeOf } from "./error-codes.ts";
import { StateError } from "./types.ts";

/** Says of a failure of the system while the state folder is written what to do about it; other errors pass. */
export async function writingState<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === null) throw error;
    throw new StateError("state", cannotBeWritten(folder, error as Error));
  }
}

/** Words for a state folder that nothing can be written to. */
export function cannotBeWritten(folder: string, error: Error): string {
  return `the state folder \`${folder}\` cannot be written (${error.message}): mend it, or name another one in LOBSTER_STATE_DIR`;
}

const anew = "run the workflow again";

/** A file of a run that holds something else than this program wrote. */
export function damaged(what: string, wayOut = anew): StateError {
  return new StateError("state", `${what} is damaged: ${wayOut}`);
}

/** A file of a run whose hash is not the one that was written down. */
export function changedByHand(what: string): StateError {
  return new StateError("state", `${what} was changed after it was written: ${anew}`);
}

/** A file that the system does not give out, although it is there. */
export function unreadable(what: string, error: unknown, wayOut = anew): StateError {
  return new StateError("state", `${what} cannot be read (${(error as Error).message}): ${wayOut}`);
}
