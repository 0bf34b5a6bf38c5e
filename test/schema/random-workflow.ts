import { type FieldSignature, type PartName, type ValueType, lookAlikes, parts } from "@lobster-lang/language";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Random workflow files, as JSON values: every field of the table, with values that fit and values that do not. */
export class RandomWorkflows {
  readonly #next: () => number;
  #ids = 0;
  /** How likely a value is wrong; 0 gives files that only break rules between keys. */
  #wrong = 0;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  file(): Json {
    this.#ids = 0;
    this.#wrong = this.#pick([0, 0, 0.02, 0.1]);
    if (this.#chance(this.#wrong / 5)) return this.#pick<Json>([null, [], "text", 5, { name: "x" }]);
    return this.#part("file", 3);
  }

  #part(name: PartName, depth: number): { [key: string]: Json } {
    const result: { [key: string]: Json } = {};
    const isStep = name === "step" || name === "branch" || name === "sub-step";
    const chosen = isStep ? this.#stepFields(name, depth) : this.#plainFields(name, depth);
    for (const field of this.#shuffled(chosen)) {
      if (field.required === true && this.#chance(this.#wrong)) continue;
      const key = this.#pick([field.name, ...(field.aliases ?? [])]);
      result[key] = this.#chance(this.#wrong) ? this.#wrongValue() : this.#valueOf(field, depth);
    }
    if (this.#chance(0.03)) result[`x-${this.#pick(["a", "note"])}`] = this.#wrongValue();
    if (this.#chance(this.#wrong)) result[this.#foreignKey(name)] = this.#wrongValue();
    return result;
  }

  #plainFields(name: PartName, depth: number): FieldSignature[] {
    return parts[name].fields.filter(
      (field) => field.required === true || (this.#chance(0.3) && this.#isShallow(field, depth)),
    );
  }

  /** Mostly one action with what belongs to it, sometimes none or several, so that both sides are seen. */
  #stepFields(name: PartName, depth: number): FieldSignature[] {
    const { fields } = parts[name];
    const actions = fields.filter((field) => field.action === true && this.#isShallow(field, depth));
    const count = this.#pick([0, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
    const doing = this.#shuffled(actions).slice(0, this.#wrong === 0 ? 1 : count);
    const keys = new Set(doing.map((field) => field.name));
    const others = fields.filter((field) => {
      if (field.action === true) return false;
      if (field.required === true) return true;
      if (field.name === "steps")
        return keys.has("for_each") ? !this.#chance(this.#wrong) : this.#chance(this.#wrong / 2);
      if (field.name === "input") return keys.size === 0 && depth > 0 && this.#chance(0.3);
      if (field.name === "approval") return this.#chance(keys.size === 0 ? 0.8 : 0.1);
      return this.#chance(field.owner === undefined ? 0.12 : 0.05);
    });
    return [...doing, ...others];
  }

  #isShallow(field: FieldSignature, depth: number): boolean {
    return depth > 0 || !JSON.stringify(field.type).includes('"part"');
  }

  #valueOf(field: FieldSignature, depth: number): Json {
    if (field.name === "id") return `s${++this.#ids}`;
    if (field.name === "item_var") return this.#pick(["mail", "row"]);
    if (field.name === "index_var") return this.#pick(["n", "nr"]);
    if (field.name === "stdin" && this.#chance(0.5)) return null;
    return this.#value(field.type, depth);
  }

  #value(type: ValueType, depth: number): Json {
    switch (type.kind) {
      case "any":
        return this.#wrongValue();
      case "scalar":
        return this.#pick<Json>(["label", 5, true, null, ""]);
      case "null":
        return null;
      case "text":
        return this.#pick([
          "echo hi",
          "$s1.json",
          "true",
          " x ",
          "no way",
          "5",
          ...(type.blank === false ? [] : ["", " "]),
        ]);
      case "name":
        return "name";
      case "boolean":
        return this.#chance(0.5);
      case "number":
        return this.#pick([type.minimum ?? -1.5, 0.5, 3, 1000]);
      case "integer":
        return this.#pick([type.minimum ?? 0, 3, 1000, type.maximum ?? 7]);
      case "enum":
        return this.#pick(type.values);
      case "map":
        return Object.fromEntries(this.#some(3, 0).map((n) => [`k${n}`, this.#value(type.of, depth)]));
      case "part":
        return this.#part(type.part, depth - 1);
      case "list":
        return this.#some(3, type.minimum ?? 0).map(() => this.#value(type.of, depth));
      case "one-of":
        return this.#value(this.#pick(type.options), depth);
    }
  }

  #wrongValue(): Json {
    return this.#pick<Json>([
      null,
      true,
      false,
      0,
      1,
      -1,
      1.5,
      2147483648,
      "",
      " ",
      "text",
      "5",
      "true",
      "no",
      "OFF",
      " Optional ",
      "stop",
      "first",
      [],
      ["a"],
      [1],
      [[]],
      {},
      { a: 1 },
      { prompt: "x" },
      { max: 2 },
      [{ id: "z", run: "x" }],
      { branches: [] },
      { default: 1 },
    ]);
  }

  #foreignKey(name: PartName): string {
    const looks = lookAlikes.filter((look) => look.on.includes(name)).flatMap((look) => look.keys);
    const fields = parts[this.#pick(Object.keys(parts) as PartName[])].fields.map((field) => field.name);
    return this.#pick([...looks, ...fields, "zzz", "Run", "timeoutMs", "RETRY", "__proto", "forEach", "apprval"]);
  }

  #some(most: number, least: number): number[] {
    return Array.from({ length: least + Math.floor(this.#next() * most) }, (_, n) => n);
  }

  #chance(probability: number): boolean {
    return this.#next() < probability;
  }

  #pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#next() * values.length)]!;
  }

  #shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => ({ value, at: this.#next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }
}

/** mulberry32: small, seeded, the same on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
