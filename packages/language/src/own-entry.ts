/** The entry of a table under a name that an author wrote: `constructor` and `__proto__` are names like any other. */
export function ownEntry<Value>(table: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
