import { compileLimitSettings } from "@lobster-lang/compiler";
import type { CompileLimits } from "@lobster-lang/compiler";
import type { Io } from "./io.ts";
import { UsageError } from "./usage-error.ts";

/** The limits of files, and of files that call each other, that the environment sets. Throws UsageError for a variable that is no positive whole number. */
export function readLimitsOf({ env }: Pick<Io, "env">): Partial<CompileLimits> {
  const set = Object.entries(compileLimitSettings).flatMap(([limit, variable]) => {
    const text = env[variable]?.trim() ?? "";
    if (text === "") return [];
    if (/^[1-9][0-9]{0,14}$/.test(text)) return [[limit, Number(text)] as const];
    throw new UsageError(`${variable} must be a positive whole number, got \`${text}\``);
  });
  return Object.fromEntries(set);
}
