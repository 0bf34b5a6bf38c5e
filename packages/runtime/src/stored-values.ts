import { StateError } from "@lobster-lang/state";
import { StepFailure } from "./failures.ts";

/** Works with stored values; a bad name or a damaged file is a failure of the step, for its `on_error` to judge. */
export async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StateError ? new StepFailure(error.message, { cause: error }) : error;
  }
}
