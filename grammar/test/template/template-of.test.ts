import { describe, expect, test } from "vitest";
import { pipelineOf } from "@lobster-lang/grammar";
import { spell } from "../pipe/reading.ts";

/** The template as the stage reads it, in single quotes. */
function pipelineWith(template: string): string {
  return `template --text '${template}'`;
}

function read(template: string): string[] {
  const { content } = pipelineOf(pipelineWith(template)).stages[0]!.bound[0]!;
  if (content?.kind !== "template") throw new Error("no template");
  return content.template.parts.map(spell);
}

function faults(template: string): string[] {
  const text = pipelineWith(template);
  return pipelineOf(text).problems.map(
    ({ rule, severity, range, message }) =>
      `${rule}${severity === undefined ? "" : ` (${severity})`} ${text.slice(range.start, range.end)}: ${message}`,
  );
}

function mended(template: string): string {
  const text = pipelineWith(template);
  const edits = pipelineOf(text)
    .problems.flatMap((problem) => problem.fixes?.filter((fix) => fix.safe).flatMap((fix) => fix.edits) ?? [])
    .toSorted((a, b) => b.range.start - a.range.start);
  const right = edits.reduce(
    (all, { range, text: put }) => all.slice(0, range.start) + put + all.slice(range.end),
    text,
  );
  return right.slice("template --text '".length, -1);
}

describe("a template", () => {
  test.each([
    ["{{id}}: {{ subject | truncate 40 }}", ["{{id}}", ": ", "{{subject | truncate 40}}"]],
    ['{{s | split "," | first | upper}}', ["{{s | split , | first | upper}}"]],
    ['{{s | replace "\\"" "x"}}', ['{{s | replace " x}}']],
    ['{{s | default "a | b"}}', ["{{s | default a | b}}"]],
    ["{{ n\n }}", ["{{n}}"]],
    ["{{.}} {{this}} {{first-name}} {{a b}}", ["{{.}}", " ", "{{this}}", " ", "{{first-name}}", " ", "{{a b}}"]],
    ["{n} }} {", ["{n} }} {"]],
    ["Total: ${{price}}", ["Total: $", "{{price}}"]],
  ])("%s", (template, expected) => {
    expect(read(template)).toEqual(expected);
    expect(faults(template)).toEqual([]);
  });

  test("values of the workflow stay parts and are never read as templates (D3)", () => {
    expect(read("{{a}} ${x} $s.json.y")).toEqual(["{{a}}", " ", "argument(x)", " ", "result(s/json/y)"]);
    expect(faults("{{x | default ${y}}}")).toEqual([
      "template-syntax ${y}: a value of the workflow cannot be a part of `{{ }}`: write it outside the braces",
    ]);
  });
});

describe("filters that do not exist or are written in another language", () => {
  test.each([
    ["{{x | Upper}}", "{{x | upper}}"],
    ["{{x | upcase}}", "{{x | upper}}"],
    ["{{x | truncate:3}}", "{{x | truncate 3}}"],
    ["{{x | truncate: 3}}", "{{x | truncate 3}}"],
    ["{{x | truncate(3)}}", "{{x | truncate 3}}"],
    ['{{x | replace("a", "b")}}', '{{x | replace "a" "b"}}'],
    ["{{x | upper()}}", "{{x | upper}}"],
    ['{{x || "d"}}', '{{x | default "d"}}'],
    ['{{x|default("d")|Upper}}', '{{x|default "d"|upper}}'],
  ])("%s → %s", (wrong, right) => {
    expect(faults(wrong)).not.toEqual([]);
    for (const fault of faults(wrong)) expect(fault).toMatch(/^unknown-filter /);
    expect(mended(wrong)).toBe(right);
    expect(faults(right)).toEqual([]);
  });

  test("an unknown name lists what there is, a near one names it", () => {
    expect(faults("{{x | nosuch}}")).toEqual([expect.stringMatching(/^unknown-filter nosuch: .*`truncate`/)]);
    expect(faults("{{x | trunctate 3}}")).toEqual([
      "unknown-filter trunctate: there is no filter `trunctate`: write `truncate`",
    ]);
    expect(faults("{{x | }}")).toEqual([expect.stringMatching(/^unknown-filter \|: a filter must follow/)]);
  });

  test("arguments of the wrong number or kind are warned about, and mean what the original does", () => {
    expect(faults("{{x | default not set}}")).toEqual([
      'template-syntax (warning) not set: `default` takes only the first word of `not set`: write `"not set"`',
    ]);
    expect(mended("{{x | default not set}}")).toBe('{{x | default "not set"}}');
    expect(faults("{{x | truncate x}}")).toEqual([
      "template-syntax (warning) x: `truncate` needs a number and `x` is none: 80 is taken instead",
    ]);
    expect(faults("{{x | upper 3}}")).toEqual([expect.stringMatching(/`upper` takes nothing/)]);
  });
});

describe("expressions that would stay as they are, or name nothing", () => {
  test.each([
    ["{{this.name}}", "{{name}}"],
    ["{{l[0].x}}", "{{l.0.x}}"],
  ])("%s → %s", (wrong, right) => {
    expect(faults(wrong)).toEqual([expect.stringMatching(/^template-syntax /)]);
    expect(mended(wrong)).toBe(right);
  });

  test.each([
    ["{{#each items}}", "template-syntax #each items: `{{#each items}}`: a template has no blocks"],
    ["{{name", "template-syntax {{: this `{{` is never closed"],
    ["{{name}", "template-syntax {{: this `{{` is never closed"],
    ['{{s | replace "}" "]"}}', "template-syntax {{: a `}` inside `{{ }}` makes it plain text"],
    ["{{ }}", "template-syntax (warning) {{ }}: `{{ }}` without a path is the whole item: write `{{.}}`"],
    ["{{}}", "template-syntax (warning) {{}}: `{{}}` stays as it is: write `{{.}}`"],
    ["{{{n}}}", "template-syntax (warning) {{n: three braces"],
    ["{% if x %}", "template-syntax (warning) {%: `{% … %}` stays as it is"],
    ['{{"x"}}', 'template-syntax "x": `"x"` looks for a field of that name'],
    ["{{a + b}}", "template-syntax (warning) a + b: `a + b` looks for a field of that name"],
  ])("%s", (template, expected) => {
    expect(faults(template)).toHaveLength(1);
    expect(faults(template)[0]!.slice(0, expected.length)).toBe(expected);
  });
});
