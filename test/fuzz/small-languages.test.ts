import { describe, expect, test } from "vitest";
import { conditionOf, pipelineOf, textOf, wholeText } from "@lobster-lang/grammar";
import type { Embedded, Problem, Range, TemplateExpression, TextPart } from "@lobster-lang/language";
import { Random } from "./random.ts";

/*
 * Texts, conditions, pipelines and templates made of fragments that are near to right, and mutations of good ones: reading
 * never throws, every place lies in the text, parts are gapless, and the same text reads the same again.
 */

const count = process.env["LOBSTER_LONG"] === "1" ? 1_000_000 : 10_000;
const seed = Number(process.env["LOBSTER_SEED"] ?? 20_261);

const fragments = [
  ..."'\"\\|$`{}[]()<>=!&;#.,-_/~?*+%^:@ \t\r\n01a".split(""),
  ..."\u00a0 \u{1f980} é \u2028 “x” \u0000".split(" "),
  "$a.json",
  "$a-b.stdout",
  "$$a.json",
  "\\$a.json",
  "$a.json[0]",
  '$a.json["x y"]',
  "$a.json['k\\'']",
  "${arg}",
  "${a.b}",
  "${{ x }}",
  "{{x}}",
  "{{ a.b | truncate 3 }}",
  '{{x | default "d" | Upper}}',
  "{{",
  "}}",
  "'it'\\''s'",
  "'C:\\'",
  '"a\\"b"',
  "\\\n",
  " && ",
  " || ",
  " == ",
  " != ",
  " >= ",
  "===",
  "not ",
  " and ",
  " or ",
  "true",
  "null",
  "steps.x.json",
  "v1.2",
  "1e3",
  " | ",
  "exec ",
  "exec --json ",
  "--shell ",
  "--stdin json ",
  "where ",
  "a = 1",
  "pick a, b",
  "map k=v ",
  "head --n 2",
  "sort --desc",
  "--key=",
  "--no-desc",
  "template ",
  "approve --prompt ",
  "jq .",
  "json",
  " -- ",
  " # note\n",
  "2>&1",
  "$(date)",
];

const good = [
  "exec --json --shell 'inbox list --json' | exec --stdin json --shell 'inbox apply' | approve --preview-from-stdin --limit 5 --prompt 'Apply?'",
  "exec ls -la | where 'age >= 18' | pick id,subject | sort --key date --desc | table",
  "template --text '{{id}}: {{subject | truncate 40 | default \"none\"}} $a.json.x ${who}'",
  "map label='{{from}}: {{subject}}' --wrap item | groupBy --key from | dedupe --key id | head --n 3 | json",
  '!$a.approved && ($b.json.items[0].x == "y" || ${env} != prod) && $c.json["first-name"] >= -1.5',
  "$a.stdout == hello || !($b.error == true)",
];

function made(random: Random): string {
  if (random.chance(0.4)) return Array.from({ length: random.below(14) }, () => random.pick(fragments)).join("");
  let text = random.pick(good);
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const start = random.below(text.length + 1);
    const end = Math.min(text.length, start + random.below(6));
    text = text.slice(0, start) + (random.chance(0.6) ? random.pick(fragments) : "") + text.slice(end);
  }
  return text;
}

/** Runs a check over many texts and names the text that broke it. */
function everyText(check: (text: string) => void): void {
  const random = new Random(seed);
  for (let round = 0; round < count; round++) {
    const text = made(random);
    try {
      check(text);
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}: ${JSON.stringify(text)}`, { cause: error });
    }
  }
}

function fail(message: string): never {
  throw new Error(message);
}

function inside(range: Range, length: number): void {
  if (!(0 <= range.start && range.start <= range.end && range.end <= length)) {
    fail(`${range.start}–${range.end} leaves the text of ${length}`);
  }
}

function placed(node: Embedded, length: number): void {
  inside(node.range, length);
  inside(node.span, length);
}

/** Every place in a tree, whatever its nodes are; sources, functions and text for a shell (a text of its own) aside. */
function everyPlace(node: unknown, length: number): void {
  if (typeof node !== "object" || node === null) return;
  if ("kind" in node && node.kind === "shell") return;
  if ("range" in node && "span" in node) placed(node as Embedded, length);
  for (const [key, value] of Object.entries(node)) {
    if (key === "source" || key === "range" || key === "span" || key === "decoded") continue;
    everyPlace(value, length);
  }
}

function everyProblem(problems: readonly Problem[], text: string): void {
  for (const problem of problems) {
    inside(problem.range, text.length);
    if (!/^[a-z-]+$/.test(problem.rule)) fail(`rule ${problem.rule}`);
    if (/^[A-Z]/.test(problem.message) || problem.message.endsWith(".")) fail(`message ${problem.message}`);
    for (const { range } of problem.related ?? []) inside(range, text.length);
    for (const { range } of problem.fixes?.flatMap((fix) => fix.edits) ?? []) inside(range, text.length);
  }
}

function gapless(parts: readonly (TextPart | TemplateExpression)[], end: number): void {
  let offset = 0;
  for (const part of parts) {
    if (part.span.start !== offset) fail(`a gap at ${offset}`);
    if (part.span.end <= part.span.start) fail(`an empty part at ${offset}`);
    offset = part.span.end;
  }
  if (offset !== end) fail(`parts end at ${offset} of ${end}`);
}

describe("any text can be read", () => {
  test("as a text with references", { timeout: 0 }, () => {
    everyText((text) => {
      const node = textOf(wholeText(text), "env");
      gapless(node.parts, text.length);
      everyPlace(node, text.length);
      const again = node.parts.map((part) => text.slice(part.span.start, part.span.end)).join("");
      if (again !== text) fail("the parts are not the text");
      for (const part of node.parts) {
        if (part.kind === "ref" && text.slice(part.idSpan.span.start, part.idSpan.span.end) !== part.id) fail("an id");
      }
    });
  });

  test("as a condition", { timeout: 0 }, () => {
    everyText((text) => {
      const node = conditionOf(wholeText(text));
      everyPlace(node.expression, text.length);
      everyProblem(node.problems, text);
      const missing = JSON.stringify(node.expression).includes('"missing"');
      if (missing && node.problems.length === 0) fail("something is missing and nobody says so");
    });
  });

  test("as a pipeline, with its templates and expressions", { timeout: 0 }, () => {
    everyText((text) => {
      const node = pipelineOf(text);
      everyPlace(node.stages, text.length);
      everyProblem(node.problems, text);
      let before = -1;
      for (const stage of node.stages) {
        if (stage.span.start < before) fail("stages out of order");
        before = stage.span.end;
        for (const word of stage.words) {
          if (text.slice(word.span.start, word.span.end) !== word.raw) fail(`raw text of ${word.text}`);
          const { span } = word.rangeOf(0, word.text.length);
          if (span.start < word.span.start || span.end > word.span.end) fail(`decoded range of ${word.raw}`);
        }
        for (const { content } of stage.bound) {
          if (content?.kind === "shell") gapless(content.text.parts, content.text.source.text.length);
        }
      }
    });
  });

  test("a fix never breaks what stood beside it", { timeout: 0 }, () => {
    everyText((text) => {
      for (const problem of pipelineOf(text).problems) {
        for (const fix of problem.fixes?.filter(({ safe }) => safe) ?? []) {
          const edits = fix.edits.toSorted((a, b) => b.range.start - a.range.start);
          const fixed = edits.reduce(
            (all, { range, text: put }) => all.slice(0, range.start) + put + all.slice(range.end),
            text,
          );
          if (openQuotes(fixed) > openQuotes(text)) fail(`${problem.rule} opens a quote: ${fixed}`);
        }
      }
    });
  });
});

function openQuotes(text: string): number {
  return pipelineOf(text).problems.filter(({ message }) => /quote (?:that )?is never closed|quote opens/.test(message))
    .length;
}

/** Milliseconds of the processor for reading a text of many equal pieces as everything. */
function timeToRead(unit: string, times: number): number {
  const text = unit.repeat(times);
  const before = process.cpuUsage();
  textOf(wholeText(text), "env");
  conditionOf(wholeText(text));
  pipelineOf(text);
  pipelineOf(`template --text "${text.replaceAll('"', "")}"`);
  pipelineOf(`exec x ${text}`);
  return process.cpuUsage(before).user / 1000;
}

test("long texts take time in proportion to their length", { timeout: 120_000 }, () => {
  const units = [
    "{{",
    "{{x | upper}} ",
    "${{",
    "$a.json[",
    "'\\'",
    "(",
    "! ",
    "a && ",
    "$$",
    "\\\\",
    "x | ",
    "--k=v ",
    "$a.json.x ${y} ",
  ];
  for (const unit of units) {
    timeToRead(unit, 100);
    // Four times the text may take six times as long, and some more for the collection of garbage.
    const short = timeToRead(unit, 500);
    expect(timeToRead(unit, 2_000), unit).toBeLessThan(6 * short + 200);
  }
});

test("messages stay short, whatever the author wrote", () => {
  const long = "x".repeat(10_000);
  for (const text of [
    long,
    `exec --${long}`,
    `where ${long}`,
    `head ${long}`,
    `template '{{${long} | ${long}}}'`,
    `json ${long}`,
  ]) {
    for (const { message } of pipelineOf(text).problems) expect(message.length).toBeLessThan(400);
  }
  for (const { message } of conditionOf(wholeText(long)).problems) expect(message.length).toBeLessThan(400);
});
