import type { ValueStore } from "@lobster-lang/state";
import { StepFailure } from "../failures.ts";
import type { Vault } from "./vault.ts";

/** Stored values outlive the run, and nobody could open what was sealed in them: one that holds a secret is refused. */
export function guardedValues(values: ValueStore, vault: Vault): ValueStore {
  return {
    ...values,
    write: async (key, value) => {
      const [secret] = vault.found(JSON.stringify(value));
      if (secret === undefined) return values.write(key, value);
      throw new StepFailure(
        `the value \`${key}\` holds ${secret}, which is secret and is never stored: leave it out of the items`,
      );
    },
  };
}
