import fc from "fast-check";

/** What a generator decides, one decision after the other; the same for the same seed. */
export class Choices {
  readonly #value: fc.GeneratorValue;

  constructor(value: fc.GeneratorValue) {
    this.#value = value;
  }

  /** From 0 to `below - 1`. */
  below(below: number): number {
    return this.#value(fc.nat, below - 1);
  }

  /** In how many of a hundred. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** Some of the items, in their order. */
  some<Item>(items: readonly Item[], percent: number): Item[] {
    return items.filter(() => this.chance(percent));
  }

  times<Item>(least: number, most: number, make: (index: number) => Item): Item[] {
    return Array.from({ length: least + this.below(most - least + 1) }, (_, i) => make(i));
  }
}

/** `count` results of `build`, the same for the same seed. */
export function samples<Result>(seed: number, count: number, build: (choices: Choices) => Result): Result[] {
  const results = fc.gen().map((value) => build(new Choices(value)));
  return fc.sample(results, { seed, numRuns: count });
}
