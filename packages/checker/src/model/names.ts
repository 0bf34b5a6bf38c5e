/**
 * The union of a large shared set and a small one, without copying the large one (a copy for each loop would be
 * quadratic).
 */
export function layered(base: ReadonlySet<string>, extra: ReadonlySet<string>): ReadonlySet<string> {
  const added = [...extra].filter((name) => !base.has(name));
  if (added.length === 0) return base;
  return new LayeredSet(base, new Set(added));
}

class LayeredSet implements ReadonlySet<string> {
  readonly #base: ReadonlySet<string>;
  readonly #added: ReadonlySet<string>;

  constructor(base: ReadonlySet<string>, added: ReadonlySet<string>) {
    this.#base = base;
    this.#added = added;
  }

  get size(): number {
    return this.#base.size + this.#added.size;
  }

  has(name: string): boolean {
    return this.#base.has(name) || this.#added.has(name);
  }

  forEach(visit: (value: string, key: string, set: ReadonlySet<string>) => void): void {
    for (const name of this) visit(name, name, this);
  }

  *[Symbol.iterator](): SetIterator<string> {
    yield* this.#base;
    yield* this.#added;
  }

  *entries(): SetIterator<[string, string]> {
    for (const name of this) yield [name, name];
  }

  keys(): SetIterator<string> {
    return this[Symbol.iterator]();
  }

  values(): SetIterator<string> {
    return this[Symbol.iterator]();
  }
}
