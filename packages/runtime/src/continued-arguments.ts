import type { Json, Plan } from "@lobster-lang/plan";
import type { RunFolder } from "@lobster-lang/state";
import { resolveArgs } from "./args.ts";

/** The stored arguments, and the secret ones from whoever resumes (D32). */
export function argumentsOf(
  run: RunFolder,
  plan: Plan,
  given: { readonly [name: string]: unknown },
): { readonly values: { readonly [name: string]: Json } } | { readonly problem: string } {
  const { args, secretArgs } = run.header;
  const stored = Object.keys(given).filter((name) => Object.hasOwn(args, name));
  if (stored.length > 0) {
    return { problem: `argument \`${stored[0]}\` was given when the run began and cannot be changed at its resume` };
  }
  const resolved = resolveArgs(plan, { ...args, ...given });
  if ("values" in resolved) return resolved;
  const missing = secretArgs.filter((name) => !Object.hasOwn(given, name));
  const note = missing.length === 0 ? "" : ` (secret arguments are not stored: give them again at the resume)`;
  return { problem: `${resolved.problems.join("; ")}${note}` };
}
