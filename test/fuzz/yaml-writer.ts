import type { Random } from "./random.ts";
import { writeScalar } from "./scalar-writer.ts";

/** Random files that look like workflows and use all of YAML that people use, and some that they do not. */
export function writeWorkflow(random: Random): string {
  const lineEnd = random.chance(0.15) ? "\r\n" : "\n";
  const writer = new WorkflowWriter(random, lineEnd);
  const text = writer.write();
  return lineEnd === "\n" ? text : text.replace(/\r?\n/g, "\r\n");
}

class WorkflowWriter {
  readonly #random: Random;
  readonly #lineEnd: "\n" | "\r\n";
  readonly #anchors: string[] = [];

  constructor(random: Random, lineEnd: "\n" | "\r\n") {
    this.#random = random;
    this.#lineEnd = lineEnd;
  }

  write(): string {
    const random = this.#random;
    let text = random.chance(0.05) ? "\uFEFF" : "";
    if (random.chance(0.1)) text += random.pick(["---\n", "--- # start\n", "# head\n\n", "\n"]);
    const keys = ["name", "description", "args", "env", "steps", "x-more", "cwd", "defaults"];
    for (let i = 1 + random.below(5); i > 0; i--) text += this.#topKey(random.pick(keys));
    if (random.chance(0.8)) text += this.#topKey("steps");
    if (random.chance(0.3)) text += this.#topKey("env");
    return random.chance(0.2) ? text.trimEnd() : text;
  }

  #topKey(key: string): string {
    const random = this.#random;
    if (key !== "steps" || random.chance(0.05)) return `${random.chance(0.03) ? `"${key}"` : key}:${this.#value(0, 0)}`;
    let text = random.pick([
      "steps:\n",
      "steps:\n",
      "steps: # all\n",
      "steps :\n",
      "steps: &s\n",
      "steps:\n\n  # first\n",
    ]);
    const indent = random.pick([0, 2, 2, 4, 1]);
    for (let i = random.below(6); i > 0; i--) text += this.#item(indent, 0);
    return text;
  }

  #item(indent: number, depth: number): string {
    const random = this.#random;
    if (random.chance(0.08)) return `${" ".repeat(indent)}-${this.#value(indent, depth + 1)}`;
    const gap = 1 + random.below(2);
    let text = `${" ".repeat(indent)}-${" ".repeat(gap)}${random.chance(0.05) ? "&it " : ""}`;
    if (text.includes("&it")) text += `\n${" ".repeat(indent + 1 + gap)}`;
    text += this.#entries(indent + 1 + gap, depth + 1, false);
    return text + this.#filler();
  }

  #entries(indent: number, depth: number, indentFirst: boolean): string {
    const random = this.#random;
    const used = new Set<string>();
    let text = "";
    for (let i = 1 + random.below(4); i > 0; i--) {
      const key = random.pick(["id", "run", "when", "stdin", "env", "a b", "-x", '"q"', "'s'", "1", "<<", "ключ"]);
      if (used.has(key)) continue;
      used.add(key);
      const margin = text !== "" || indentFirst ? " ".repeat(indent) : "";
      if (key === "<<") {
        const value = random.pick(["{z: 1}", "[{z: 1}, {y: 2}]", ...this.#anchors.slice(-2).map((name) => `*${name}`)]);
        text += `${margin}<<: ${value}\n`;
      } else if (random.chance(0.02)) {
        text += `${margin}? ${key}\n${" ".repeat(indent)}: v\n`;
      } else {
        text += `${margin}${key}:${this.#value(indent, depth)}`;
      }
    }
    return text === "" ? `${indentFirst ? " ".repeat(indent) : ""}id: x\n` : text;
  }

  /** From behind the colon or dash to the end of the line. */
  #value(indent: number, depth: number): string {
    const random = this.#random;
    const dice = random.next();
    if (dice < 0.08) return `${random.pick(["", " ", " # none", " ~"])}\n`;
    if (dice < 0.12 && this.#anchors.length > 0) return ` *${random.pick(this.#anchors)}\n`;
    if (dice < 0.16) {
      const name = `a${this.#anchors.length}`;
      this.#anchors.push(name);
      return ` &${name} ${random.pick(["text", "[1, 2]", "{k: v}", '"q"'])}\n`;
    }
    if (dice < 0.24 && depth < 3) {
      const inner = indent + 1 + random.below(4);
      return `\n${this.#entries(inner, depth + 1, true)}`;
    }
    if (dice < 0.32 && depth < 3) {
      const inner = indent + random.below(3);
      let text = "\n";
      for (let i = 1 + random.below(3); i > 0; i--) text += this.#item(inner, depth + 1);
      return text;
    }
    if (dice < 0.4) return ` ${this.#flow(indent, 0)}${random.pick(["", " # flow"])}\n`;
    if (dice < 0.45)
      return ` ${random.pick(["!!str 12", "!x y", "! z", "true", "1.50", "0x1F", "null", "2020-01-01"])}\n`;
    const { source } = writeScalar(random, { indent, lineEnd: this.#lineEnd, inFlow: false });
    return source.endsWith("\n") ? ` ${source}` : ` ${source}${random.pick(["", "", " ", " # note"])}\n`;
  }

  #flow(indent: number, depth: number): string {
    const random = this.#random;
    const glue = random.chance(0.15) ? `\n${" ".repeat(indent + 1)}` : " ";
    const parts = Array.from({ length: random.below(4) }, () => {
      if (depth < 2 && random.chance(0.2)) return this.#flow(indent, depth + 1);
      return writeScalar(random, { indent, lineEnd: this.#lineEnd, inFlow: true }).source;
    });
    if (random.chance(0.5)) return `[${parts.join(`,${glue}`)}${glue === " " ? "" : glue}]`;
    return `{${parts.map((part, i) => `k${i}: ${part}`).join(`,${glue}`)}${glue === " " ? "" : `\n${" ".repeat(indent)}`}}`;
  }

  #filler(): string {
    return this.#random.pick(["", "", "", "\n", "# between\n", "   # deep\n", "  \n"]);
  }
}

const damages = [
  " ",
  "\t",
  "\n",
  "-",
  "- ",
  ":",
  ": ",
  '"',
  "'",
  "#",
  " #",
  "[",
  "]",
  "{",
  "}",
  "|",
  "*x",
  "&y",
  "!",
  "---\n",
  "%",
  "@",
  "?",
  "? ",
  "\0",
  "\r",
  "  ",
  "steps:\n",
  "- id: q\n",
  "...\n",
  "<<: ",
];

/** The text with a few random edits, as typing makes them. */
export function damage(random: Random, text: string, edits: number): string {
  let result = text;
  for (let i = 0; i < edits; i++) {
    const at = random.below(result.length + 1);
    const dice = random.next();
    if (dice < 0.45) result = result.slice(0, at) + random.pick(damages) + result.slice(at);
    else if (dice < 0.75) result = result.slice(0, at) + result.slice(at + 1 + random.below(4));
    else {
      const start = result.lastIndexOf("\n", at) + 1;
      const found = result.indexOf("\n", at);
      const end = found < 0 ? result.length : found + 1;
      const line = result.slice(start, end);
      const other = dice < 0.85 ? "" : dice < 0.9 ? line + line : dice < 0.95 ? line.replace(/^ /, "") : ` ${line}`;
      result = result.slice(0, start) + other + result.slice(end);
    }
  }
  return result;
}
