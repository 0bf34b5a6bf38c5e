import { readData } from "@lobster-lang/grammar";
import type { DataNode, ScalarNode } from "@lobster-lang/language";
import { expect, test } from "vitest";
import { Random } from "./random.ts";
import { type WrittenScalar, writeScalar } from "./scalar-writer.ts";

const long = process.env["LOBSTER_LONG"] === "1";
const count = long ? 1_000_000 : 20_000;
const seed = Number(process.env["LOBSTER_SEED"] ?? 7);

interface PlacedScalar {
  readonly written: WrittenScalar;
  readonly at: number;
}

interface Written {
  readonly text: string;
  readonly scalars: readonly PlacedScalar[];
}

/** A random workflow-shaped file of about 60 scalars, each written with the truth about its places. */
function writeFile(random: Random): Written {
  const lineEnd = random.pick(["\n", "\n", "\r\n"] as const);
  const scalars: PlacedScalar[] = [];
  let text = random.chance(0.1) ? "\uFEFF" : "";
  const put = (indent: number, inFlow: boolean): void => {
    const written = writeScalar(random, { indent, lineEnd, inFlow });
    scalars.push({ written, at: text.length });
    text += written.source;
  };
  /** Blocks end their own line; other scalars need one. */
  const endLine = (): void => {
    if (!text.endsWith("\n")) text += random.pick(["", "", " # note"]) + lineEnd;
  };
  const entries = (indent: number, depth: number, firstIndent: string): void => {
    for (let i = 0, many = 1 + random.below(4); i < many; i++) {
      text += `${i === 0 ? firstIndent : " ".repeat(indent)}k${i}:`;
      const dice = random.next();
      if (dice < 0.2 && depth < 4) {
        text += lineEnd;
        const inner = indent + 1 + random.below(4);
        entries(inner, depth + 1, " ".repeat(inner));
      } else if (dice < 0.35) {
        text += " [";
        for (let n = random.below(3); n >= 0; n--) {
          put(indent, true);
          if (n > 0) text += ", ";
        }
        text += random.pick(["]", " ]"]);
        endLine();
      } else if (dice < 0.5 && depth < 4) {
        text += lineEnd;
        const dash = indent + random.below(3);
        for (let n = random.below(3); n >= 0; n--) {
          text += `${" ".repeat(dash)}- `;
          put(dash, false);
          endLine();
        }
      } else {
        text += random.pick([" ", "  ", " &anchor "]);
        put(indent, false);
        endLine();
      }
    }
  };
  const dash = random.below(4);
  text += `steps:${lineEnd}`;
  while (scalars.length < 60) {
    const gap = 1 + random.below(3);
    entries(dash + 1 + gap, 0, `${" ".repeat(dash)}-${" ".repeat(gap)}`);
  }
  return { text, scalars };
}

function collect(node: DataNode | null, found: Map<number, ScalarNode>): Map<number, ScalarNode> {
  if (node?.kind === "scalar") found.set(node.range.start, node);
  if (node?.kind === "list") for (const item of node.items) collect(item, found);
  if (node?.kind === "map") for (const entry of node.entries) collect(entry.value, found);
  return found;
}

/** What is wrong about one scalar's map, or null. */
function fault({ written, at }: PlacedScalar, node: ScalarNode | undefined, random: Random): string | null {
  if (node === undefined) return "not found";
  const { atoms } = written;
  const text = atoms.map((atom) => atom.text).join("");
  if (node.style !== written.style) return `style ${node.style}`;
  if (node.text !== text) return `text ${JSON.stringify(node.text)} instead of ${JSON.stringify(text)}`;
  const atomAt: number[] = [];
  atoms.forEach((atom, i) => atomAt.push(...Array.from({ length: atom.text.length }, () => i)));
  let offset = 0;
  for (const atom of atoms) {
    const range = node.map.toSource(offset, offset + atom.text.length);
    if (range.start !== at + atom.from || range.end !== at + atom.to)
      return `place of ${JSON.stringify(atom.text)} at ${offset}`;
    if (node.map.toText(at + atom.from) !== offset) return `way back from ${JSON.stringify(atom.text)} at ${offset}`;
    offset += atom.text.length;
  }
  for (let n = 0; n < 3 && text.length > 0; n++) {
    const start = random.below(text.length);
    const end = start + 1 + random.below(text.length - start);
    const inside = atoms.slice(atomAt[start], atomAt[end - 1]! + 1);
    const range = node.map.toSource(start, end);
    if (range.start !== at + inside[0]!.from || range.end !== at + inside.at(-1)!.to) return `interval ${start}-${end}`;
    const stands = inside.every((atom, i) => atom.exact && atom.from === inside[0]!.from + i);
    if (node.map.isVerbatim(start, end) !== stands) return `verbatim ${start}-${end}`;
  }
  return null;
}

test(
  `of ${count.toLocaleString("en")} random scalars, every character is where the map says`,
  { timeout: 3_600_000 },
  () => {
    const random = new Random(seed);
    const faults: string[] = [];
    for (let done = 0; done < count;) {
      const { text, scalars } = writeFile(random);
      const document = readData(text);
      if (document.problems.length > 0) faults.push(`${JSON.stringify(document.problems)} in ${JSON.stringify(text)}`);
      const nodes = collect(document.root, new Map());
      for (const scalar of scalars) {
        const wrong = fault(scalar, nodes.get(scalar.at), random);
        if (wrong !== null) faults.push(`${wrong}: ${scalar.written.style} ${JSON.stringify(scalar.written.source)}`);
      }
      if (faults.length > 20) break;
      done += scalars.length;
    }
    expect(faults).toEqual([]);
  },
);

test(
  "an edit inside a scalar that the map can spell reads back as the new text, and changes nothing else",
  { timeout: 3_600_000 },
  () => {
    const random = new Random(seed + 1);
    const insertions = [
      "x",
      "$a.json.b",
      '"${x}"',
      "it's",
      ": ",
      " # no",
      "a\nb",
      "-",
      "- ",
      "[x]",
      "true",
      "\\",
      "",
      "🦞",
      "\t",
      " ",
      "\n",
      "é\r",
    ];
    const files = long ? 2_000 : 60;
    let edited = 0;
    for (let i = 0; i < files; i++) {
      const { text } = writeFile(random);
      const before = [...collect(readData(text).root, new Map()).values()];
      for (let n = 0; n < 8; n++) {
        const index = random.below(before.length);
        const node = before[index]!;
        const start = random.below(node.text.length + 1);
        const end = start + random.below(Math.min(4, node.text.length - start) + 1);
        const insertion = random.pick(insertions);
        if (!node.map.isVerbatim(start, end)) continue;
        const careful = node.map.encode(insertion, start, end);
        if (careful === null) {
          const insideWord = /^\S\S$/.test(node.text.slice(start - 1, start) + node.text.slice(end, end + 1));
          const anywhere = insideWord ? node.map.encode(insertion) : null;
          expect(anywhere, JSON.stringify({ text: node.text, style: node.style, start, end, insertion })).toBeNull();
          continue;
        }
        const range = node.map.toSource(start, end);
        const after = text.slice(0, range.start) + careful + text.slice(range.end);
        const texts = [...collect(readData(after).root, new Map()).values()].map((scalar) => scalar.text);
        const wanted = before.map((scalar) => scalar.text);
        wanted[index] = node.text.slice(0, start) + insertion + node.text.slice(end);
        expect(texts, JSON.stringify({ text, after, start, end, insertion })).toEqual(wanted);
        edited++;
      }
    }
    expect(edited).toBeGreaterThan(files);
  },
);
