/**
 * The environment variable of an argument (lobster.md "Injected environment"): `user-id` → `LOBSTER_ARG_USER_ID`. Null for
 * a name without any ASCII letter or digit, which gets none (D18).
 */
export function argumentVariable(name: string): string | null {
  const suffix = name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return suffix === "" ? null : `LOBSTER_ARG_${suffix}`;
}
