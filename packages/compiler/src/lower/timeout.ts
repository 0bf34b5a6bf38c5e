/** A time limit in milliseconds; timers count them in 31 bits. */
export function lowerTimeout(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 ? Math.min(value, 2147483647) : null;
}
