import type { Json } from "../peer-file.ts";
import type { Choices } from "./choices.ts";

/**
 * A workflow as YAML, in the spellings that people use: all styles of scalars, flow and block collections, comments,
 * anchors, CRLF. Whatever is chosen, it reads back as the same value.
 */
export function spelled(choices: Choices, workflow: { readonly [key: string]: Json }): string {
  const writer = new Writer(choices);
  const start = choices.pick(["", "", "", "---\n", "# A workflow.\n", "\n"]);
  const text = start + writer.entries(workflow, 0);
  const isWindows = choices.chance(10) && !text.includes("\r");
  return `${choices.chance(4) ? "\uFEFF" : ""}${isWindows ? text.replaceAll("\n", "\r\n") : text}`;
}

const plainText = /^[A-Za-z$./][\w $./%()+=^~@"'’é🦞{}\\;*?|<>-]*$/u;
const isWordOfYaml = /^(true|false|null|yes|no|on|off|~|[+-]?\.(inf|nan))$/i;

class Writer {
  readonly #choices: Choices;
  readonly #anchors = new Map<string, string>();

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  entries(map: { readonly [key: string]: Json }, indent: number): string {
    const margin = " ".repeat(indent);
    return Object.entries(map)
      .map(([key, value]) => `${this.#comment(margin)}${margin}${this.#key(key)}:${this.#value(value, indent)}`)
      .join("");
  }

  #comment(margin: string): string {
    return this.#choices.chance(3) ? `${margin}# what follows: "it's" a note\n` : "";
  }

  #key(key: string): string {
    if (key === "<<") return key;
    if (!/^[A-Za-z_][\w-]*$/.test(key) || isWordOfYaml.test(key)) return JSON.stringify(key);
    return this.#choices.chance(3) ? `"${key}"` : key;
  }

  /** From behind a colon or dash to the line's end. */
  #value(value: Json, indent: number): string {
    if (typeof value === "string") return ` ${this.#text(value, indent)}`;
    if (value === null || typeof value !== "object") return ` ${JSON.stringify(value)}\n`;
    const isEmpty = Object.keys(value).length === 0;
    if (isEmpty || (this.#isSmall(value) && this.#choices.chance(50))) return ` ${this.#flow(value)}\n`;
    if (!Array.isArray(value)) return `\n${this.entries(value, indent + this.#choices.pick([2, 2, 4]))}`;
    const inner = indent + this.#choices.pick([0, 2, 2]);
    return `\n${value.map((item) => this.#item(item, inner)).join("")}`;
  }

  #item(item: Json, indent: number): string {
    const margin = " ".repeat(indent);
    if (item === null || typeof item !== "object" || Array.isArray(item) || Object.keys(item).length === 0) {
      return `${margin}-${Array.isArray(item) ? ` ${this.#flow(item)}\n` : this.#value(item, indent)}`;
    }
    return `${margin}- ${this.entries(item, indent + 2).slice(indent + 2)}`;
  }

  #isSmall(value: Json): boolean {
    const text = JSON.stringify(value);
    return text.length < 90 && !/[{}[\],]/.test(text.slice(1, -1).replace(/[,]/g, "")) && !text.includes("\\n");
  }

  #flow(value: Json): string {
    if (Array.isArray(value)) return `[${value.map((item) => this.#flow(item)).join(", ")}]`;
    if (value === null || typeof value !== "object") return this.#inFlow(value);
    const entries = Object.entries(value).map(([key, inner]) => `${this.#key(key)}: ${this.#flow(inner)}`);
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }

  #inFlow(value: Json): string {
    if (typeof value !== "string") return JSON.stringify(value);
    return /^[A-Za-z][\w ./-]*[\w./-]$/.test(value) && !isWordOfYaml.test(value) ? value : JSON.stringify(value);
  }

  /** A text in one of the styles that can say it, with its line end. */
  #text(text: string, indent: number): string {
    const known = this.#anchors.get(text);
    if (known !== undefined && this.#choices.chance(30)) return `*${known}\n`;
    let anchor = "";
    if (text.length > 3 && known === undefined && this.#choices.chance(5)) {
      const name = `a${this.#anchors.size}`;
      this.#anchors.set(text, name);
      anchor = `&${name} `;
    }
    return anchor + this.#choices.pick(stylesFor(text))(text, indent);
  }
}

type Style = (text: string, indent: number) => string;

function stylesFor(text: string): readonly Style[] {
  const styles: Style[] = [doubleQuoted];
  const isPrintable = !/[\t\r\u2028]/.test(text);
  if (!text.includes("\n") && isPrintable) styles.push(singleQuoted);
  if (isPlain(text)) styles.push(plain, plain, plain);
  if (isPrintable && /^[^\s]/.test(text) && !text.endsWith("\n\n")) {
    if (!/ \n| $/.test(text)) styles.push(literal, ...(text.includes("\n") ? [literal, literal] : []));
    if (!text.includes("\n") && /\w \w/.test(text) && !/ {2}/.test(text) && !text.endsWith(" ")) styles.push(folded);
  }
  return styles;
}

function isPlain(text: string): boolean {
  return (
    plainText.test(text) &&
    !text.endsWith(" ") &&
    !/: | #|\t/.test(text) &&
    !text.endsWith(":") &&
    !isWordOfYaml.test(text)
  );
}

const plain: Style = (text) => `${text}\n`;
const singleQuoted: Style = (text) => `'${text.replaceAll("'", "''")}'\n`;
const doubleQuoted: Style = (text) => `${JSON.stringify(text)}\n`;

const literal: Style = (text, indent) => {
  const margin = " ".repeat(indent + 2);
  const isOpen = text.endsWith("\n");
  const lines = (isOpen ? text.slice(0, -1) : text).split("\n");
  return `|${isOpen ? "" : "-"}\n${lines.map((line) => (line === "" ? "\n" : `${margin}${line}\n`)).join("")}`;
};

const folded: Style = (text, indent) => {
  const margin = " ".repeat(indent + 2);
  const at = text.search(/\w \w/) + 1;
  return `>-\n${margin}${text.slice(0, at)}\n${margin}${text.slice(at + 1)}\n`;
};
