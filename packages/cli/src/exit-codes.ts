import type { Envelope } from "@lobster-lang/runtime";

/** The exit code of an envelope (D40): with `--exit-code` a pause is 10 and a cancelled run 3. */
export function exitCodeOf(envelope: Envelope, distinct: boolean): number {
  if (!envelope.ok) return envelope.error.type === "parse_error" ? 2 : 1;
  if (!distinct) return 0;
  if (envelope.status === "needs_approval" || envelope.status === "needs_input") return 10;
  return envelope.status === "cancelled" ? 3 : 0;
}
