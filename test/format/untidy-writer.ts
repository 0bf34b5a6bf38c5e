import type { Random } from "../fuzz/random.ts";

/** Workflows without faults, each written in a form that nobody would agree on. */
export function writeUntidy(random: Random): string {
  return new UntidyWriter(random).write();
}

type Entry = readonly [key: string, value: string | readonly Entry[] | readonly (readonly Entry[])[]];

class UntidyWriter {
  readonly #random: Random;
  readonly #width: number;
  readonly #dashes: number;

  constructor(random: Random) {
    this.#random = random;
    this.#width = random.pick([1, 2, 3, 4]);
    this.#dashes = random.pick([0, 1, 2, 4]);
  }

  write(): string {
    const random = this.#random;
    const ids = Array.from({ length: 1 + random.below(4) }, (_, index) => `s${index}`);
    const entries: Entry[] = [
      ["steps", ids.map((id, index) => this.#step(id, ids.slice(0, index)))],
      ["name", "'w'"],
      ["args", [["city", [["default", '"x y"']]]]],
      [
        "env",
        [
          ["B", '"1"'],
          ["A", "b"],
        ],
      ],
    ];
    const text = this.#map(random.chance(0.5) ? entries : entries.slice(0, 1 + random.below(4)), 0, true);
    const ended = random.chance(0.2) ? text.trimEnd() : text;
    const mark = random.chance(0.1) ? "\uFEFF" : "";
    return mark + (random.chance(0.2) ? ended.replaceAll("\n", "\r\n") : ended);
  }

  #step(id: string, before: readonly string[]): Entry[] {
    const random = this.#random;
    const entries: Entry[] = [["id", random.pick([id, `'${id}'`, `"${id}"`])]];
    entries.push(["run", random.pick(this.#commands())]);
    if (random.chance(0.4))
      entries.push([
        "env",
        [
          ["X", "'$'"],
          ["Y", '"two\\nlines"'],
        ],
      ]);
    if (random.chance(0.3))
      entries.push([
        "retry",
        [
          ["delay_ms", "1"],
          ["max", "2"],
        ],
      ]);
    if (random.chance(0.3))
      entries.push([
        "approval",
        [
          ["preview", "'p'"],
          ["prompt", '"Go?"'],
        ],
      ]);
    if (random.chance(0.3)) entries.push(["timeout_ms", "5"]);
    const earlier = before.length > 0 ? random.pick(before) : null;
    if (earlier !== null && random.chance(0.5))
      entries.push(["stdin", random.pick([`$${earlier}.json`, `"$${earlier}.stdout"`])]);
    if (earlier !== null && random.chance(0.5)) entries.push(["when", `'$${earlier}.json.ok == true'`]);
    return entries.toSorted(() => random.next() - 0.5);
  }

  #commands(): string[] {
    return [
      "echo one",
      "'echo one'",
      '"echo \\"one\\""',
      '"echo one\\necho two\\n"',
      '"echo one\\n\\n  echo two"',
      "|\n@ echo one\n@   echo two\n\n@ echo three",
      "|-\n@ # no comment of YAML\n@ echo one",
      "|+\n@ echo one\n\n",
      "|2\n@ echo one",
      ">\n@ echo one\n@ two\n",
      "echo one\n@ two",
      '"echo one\n@ two"',
    ];
  }

  #map(entries: readonly Entry[], column: number, indentFirst: boolean): string {
    const margin = " ".repeat(column);
    return entries
      .map(([key, value], index) => {
        const above = index > 0 || indentFirst ? this.#above(margin) : "";
        const start = index > 0 || indentFirst ? margin : "";
        return `${above}${start}${key}:${this.#value(value, column)}`;
      })
      .join("");
  }

  #value(value: Entry[1], column: number): string {
    const random = this.#random;
    if (typeof value === "string") {
      const [first = "", ...others] = value.split("\n");
      // A block with a digit counts from its key; others may stand anywhere deeper.
      const deeper = first === "|2" ? " " : " ".repeat(random.pick([0, 1, 3]));
      const rest = others.map((line) => `${line.replace(/^@/, `${" ".repeat(column + 1)}${deeper}`)}\n`).join("");
      const isText = /^["'a-z]/.test(first) && others.length > 0;
      return `${random.pick([" ", " ", "   "])}${first}${isText ? "" : random.pick(["", "", "  ", " # note"])}\n${rest}`;
    }
    const end = `${random.pick(["", "", " # below"])}\n`;
    const isList = Array.isArray(value[0]?.[0]);
    if (!isList) return end + this.#map(value as readonly Entry[], column + this.#width, true);
    const items = value as readonly (readonly Entry[])[];
    const margin = " ".repeat(column + this.#dashes);
    const gap = " ".repeat(random.pick([1, 1, 3]));
    const inner = column + this.#dashes + 1 + gap.length;
    return end + items.map((item) => `${this.#above(margin)}${margin}-${gap}${this.#map(item, inner, false)}`).join("");
  }

  #above(margin: string): string {
    return this.#random.pick(["", "", "", "", "\n", `${margin}# why\n`, `\n${margin}# because\n\n`, "# left\n"]);
  }
}
