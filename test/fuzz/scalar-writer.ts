import type { Random } from "./random.ts";

/** A piece of a scalar as written: what it stands for, and where. `exact` pieces are single characters. */
export interface Atom {
  readonly text: string;
  /** Offsets in the scalar's token. */
  readonly from: number;
  readonly to: number;
  readonly exact: boolean;
}

/** A scalar that was written by the rules of YAML 1.2, with the truth about every character. */
export interface WrittenScalar {
  readonly style: "plain" | "single" | "double" | "literal" | "folded";
  readonly source: string;
  readonly atoms: readonly Atom[];
}

export interface Surroundings {
  /** Column of the collection the scalar stands in; its lines must be indented deeper. */
  readonly indent: number;
  readonly lineEnd: "\n" | "\r\n";
  readonly inFlow: boolean;
}

const words = [..."abcdefgXYZ0123456789$._/=+()~^é日本", "🦞", "👩‍💻", "\u00a0", "\u2028"];
const quotedOnly = [":", "#", ",", "[", "]", "{", "}", "&", "*", "!", "|", ">", "%", "@", "`", "-", "?"];

class Writer {
  source = "";
  readonly atoms: Atom[] = [];

  silent(source: string): void {
    this.source += source;
  }

  exact(text: string): void {
    for (let i = 0; i < text.length; i++) {
      this.atoms.push({ text: text[i]!, from: this.source.length, to: this.source.length + 1, exact: true });
      this.source += text[i]!;
    }
  }

  /** What reads as `text` without being it: an escape, a line end. */
  as(text: string, source: string): void {
    this.atoms.push({ text, from: this.source.length, to: this.source.length + source.length, exact: false });
    this.source += source;
  }
}

/** A random scalar of any style. */
export function writeScalar(random: Random, around: Surroundings): WrittenScalar {
  const style = random.pick(around.inFlow ? flowStyles : allStyles);
  const writer = new Writer();
  if (style === "literal" || style === "folded") writeBlock(writer, random, around, style);
  else writeFlow(writer, random, around, style);
  return { style, source: writer.source, atoms: writer.atoms };
}

const flowStyles = ["plain", "single", "double"] as const;
const allStyles = ["plain", "single", "double", "literal", "folded", "literal", "folded"] as const;

function writeFlow(writer: Writer, random: Random, around: Surroundings, style: "plain" | "single" | "double"): void {
  const quote = style === "single" ? "'" : style === "double" ? '"' : "";
  writer.silent(quote);
  const length = style === "plain" ? 1 + random.below(20) : random.below(24);
  // A plain scalar begins with a letter, so that it is text and no indicator.
  if (style === "plain") writer.exact(random.pick(["a", "b", "é", "🦞", "$"]));
  let afterSolid = style === "plain";
  for (let i = 0; i < length; i++) {
    if (afterSolid && i < length - 1 && random.chance(0.12)) {
      const kind = random.below(4);
      if (kind < 2) fold(writer, random, around);
      else if (style === "double" && kind === 2) escapedLineEnd(writer, random, around);
      else writer.exact(random.pick([" ", "  ", "\t", " \t "]));
      solid(writer, random, style);
    } else {
      solid(writer, random, style);
    }
    afterSolid = true;
  }
  if (style === "plain") writer.exact("z");
  writer.silent(quote);
}

/** Something that is no blank and so is safe beside a line end. */
function solid(writer: Writer, random: Random, style: "plain" | "single" | "double"): void {
  const dice = random.next();
  if (style === "single" && dice < 0.1) writer.as("'", "''");
  else if (style === "double" && dice < 0.25) writeEscape(writer, random);
  else if (style === "plain") writer.exact(random.pick(words));
  else if (dice < 0.4) writer.exact(random.pick(quotedOnly));
  else writer.exact(random.pick(words));
}

const escapes: readonly (readonly [string, string])[] = [
  ["\\n", "\n"],
  ["\\t", "\t"],
  ["\\\\", "\\"],
  ['\\"', '"'],
  ["\\/", "/"],
  ["\\0", "\0"],
  ["\\e", "\x1b"],
  ["\\a", "\x07"],
  ["\\b", "\b"],
  ["\\f", "\f"],
  ["\\v", "\v"],
  ["\\r", "\r"],
  ["\\N", "\u0085"],
  ["\\_", "\u00a0"],
  ["\\L", "\u2028"],
  ["\\P", "\u2029"],
  ["\\ ", " "],
  ["\\\t", "\t"],
  ["\\x41", "A"],
  ["\\xfF", "ÿ"],
  ["\\u00e9", "é"],
  ["\\uD83E\\uDD9E", "🦞"],
  ["\\U0001F99E", "🦞"],
];

function writeEscape(writer: Writer, random: Random): void {
  const [source, text] = random.pick(escapes);
  if (source.startsWith("\\uD83E")) {
    writer.as(text[0]!, source.slice(0, 6));
    writer.as(text[1]!, source.slice(6));
  } else {
    writer.as(text, source);
  }
}

function fold(writer: Writer, random: Random, around: Surroundings): void {
  const blanks = random.pick(["", "", " ", "  ", "\t"]);
  const emptyLines = random.chance(0.3) ? 1 + random.below(3) : 0;
  let source = blanks + around.lineEnd;
  for (let i = 0; i < emptyLines; i++) source += random.pick(["", " ", "   "]) + around.lineEnd;
  source += " ".repeat(around.indent + 1 + random.below(5));
  writer.as(emptyLines === 0 ? " " : "\n".repeat(emptyLines), source);
}

function escapedLineEnd(writer: Writer, random: Random, around: Surroundings): void {
  writer.silent(`\\${around.lineEnd}${" ".repeat(around.indent + 1 + random.below(5))}`);
}

interface BlockLine {
  readonly text: string;
  /** Begins with a blank and so is not folded. */
  readonly moreIndented: boolean;
}

function writeBlock(writer: Writer, random: Random, around: Surroundings, style: "literal" | "folded"): void {
  const width = 1 + random.below(8);
  const explicit = random.chance(0.3);
  const chomp = random.pick(["", "-", "+"] as const);
  const digit = explicit ? String(width) : "";
  const header = random.chance(0.5) ? digit + chomp : chomp + digit;
  const note = random.pick(["", "", "", " ", " # note: 'x'", "  #"]);
  writer.silent((style === "literal" ? "|" : ">") + header + note + around.lineEnd);
  const indent = " ".repeat(around.indent + width);
  const lines = blockLines(random, explicit);
  const emptyLine = (): string => " ".repeat(random.below(indent.length + 1));
  let last: BlockLine | null = null;
  for (const { line, emptyBefore } of lines) {
    lineEnds(writer, random, around, style, last, line, emptyBefore, emptyLine);
    writer.silent(indent);
    writer.exact(line.text);
    last = line;
  }
  blockEnd(writer, random, around, chomp, last !== null, emptyLine);
}

function blockLines(random: Random, explicit: boolean): { line: BlockLine; emptyBefore: number }[] {
  const count = random.chance(0.05) ? 0 : 1 + random.below(5);
  return Array.from({ length: count }, (_, i) => {
    const blank =
      (i > 0 || explicit) && random.chance(0.2) ? random.pick([" ", "   "]) : i > 0 && random.chance(0.05) ? "\t" : "";
    let text = blank;
    for (let n = 1 + random.below(12); n > 0; n--) {
      text += random.chance(0.2) ? random.pick(quotedOnly) : random.chance(0.15) ? " " : random.pick(words);
    }
    // Only `blank` decides about folding: the rest of the line begins with something solid.
    const solidText = blank + text.slice(blank.length).replace(/^[ #-]+/, "x");
    return {
      line: { text: solidText, moreIndented: blank !== "" },
      emptyBefore: random.chance(0.25) ? 1 + random.below(3) : 0,
    };
  });
}

function lineEnds(
  writer: Writer,
  random: Random,
  around: Surroundings,
  style: "literal" | "folded",
  before: BlockLine | null,
  line: BlockLine,
  emptyLines: number,
  emptyLine: () => string,
): void {
  const { lineEnd } = around;
  if (before === null || style === "literal") {
    if (before !== null) writer.as("\n", lineEnd);
    for (let i = 0; i < emptyLines; i++) {
      writer.silent(random.chance(0.5) ? "" : emptyLine());
      writer.as("\n", lineEnd);
    }
    return;
  }
  let source = lineEnd;
  for (let i = 0; i < emptyLines; i++) source += (random.chance(0.5) ? "" : emptyLine()) + lineEnd;
  const keeps = before.moreIndented || line.moreIndented;
  writer.as(keeps ? "\n".repeat(emptyLines + 1) : emptyLines === 0 ? " " : "\n".repeat(emptyLines), source);
}

function blockEnd(
  writer: Writer,
  random: Random,
  around: Surroundings,
  chomp: "" | "-" | "+",
  hasContent: boolean,
  emptyLine: () => string,
): void {
  const { lineEnd } = around;
  const emptyLines = random.chance(0.3) ? 1 + random.below(3) : 0;
  if (hasContent) {
    if (chomp === "-") writer.silent(lineEnd);
    else writer.as("\n", lineEnd);
  }
  for (let i = 0; i < emptyLines; i++) {
    writer.silent(hasContent && random.chance(0.5) ? emptyLine() : "");
    if (chomp === "+") writer.as("\n", lineEnd);
    else writer.silent(lineEnd);
  }
}
