/** Names in backquotes with commas and a final "and". */
export function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} and ${last}`;
}

/** The part of `LOBSTER_ARG_…` that a name gives: upper case, every run of other characters one `_` (D18). */
export function variablePart(name: string): string {
  return name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
}
