import { expect, test } from "vitest";
import { fixAll } from "@lobster-lang/checker";
import { checkText, found, levels } from "./checking.ts";

const step = (
  rest: string,
  schema = "{type: object, properties: {city: {type: string}, days: {type: array}}}",
) => `steps:
  - id: ask
    input:
      prompt: Where?
      responseSchema: ${schema}
  - id: go
    ${rest}
`;

test("a field of an answer that its schema does not name is a warning with the nearest one", () => {
  const text = step('run: echo "$ask.response.citi"');
  expect(found(text)).toEqual(["unknown-json-path: citi"]);
  expect(levels(text)).toEqual(["warning unknown-json-path"]);
  const [finding] = checkText(text);
  expect(finding?.message).toBe("the `responseSchema` has no field `citi`: write `city`");
  const [edit] = finding?.fixes[0]?.edits ?? [];
  expect(edit).toMatchObject({ text: "city" });
});

test("one that no answer can have is an error, also in conditions", () => {
  const closed = "{type: object, additionalProperties: false, properties: {city: {type: string}}}";
  expect(levels(step("run: x\n    when: $ask.response.town == 1", closed))).toEqual(["error unknown-json-path"]);
  expect(levels(step("run: x\n    when: $ask.response.city.name == 1"))).toEqual(["error unknown-json-path"]);
});

test("what may be there is left alone", () => {
  const fine = [
    step('run: echo "$ask.response.city" "$ask.response.city.length" "$ask.response.days[0].x"'),
    step('run: echo "$ask.response.x"', "{type: object, additionalProperties: {type: string}, properties: {a: {}}}"),
    step('run: echo "$ask.response.x"', "{anyOf: [{type: object, properties: {a: {}}}]}"),
    step('run: echo "$ask.response.x"', "{}"),
    step('run: echo "$ask.subject.x"'),
  ];
  for (const text of fine) expect(found(text), text).toEqual([]);
});

test("defaults may be half filled in, hold values of other steps, and have alternatives", () => {
  const fine = [
    "{type: object, properties: {a: {type: number}, b: {type: string}}, required: [a, b]}\n      defaults: {a: 1}",
    "{type: object, properties: {a: {type: integer}}}\n      defaults: {a: '${n}'}",
    "{type: [string, 'null']}\n      defaults: null",
    "{anyOf: [{type: string}, {type: number}]}\n      defaults: [1]",
  ];
  for (const schema of fine) {
    const text = `args: {n: {default: 1, type: integer}}\n${step("run: x", schema)}`;
    expect(found(text), text).toEqual([]);
  }
});

test("a schema of another language is mended by its suggestions", () => {
  const text = step("run: x", "{type: object, properties: {a: {type: bool}, b: str}}");
  expect(found(text)).toEqual(["bad-schema: bool", "bad-schema: str"]);
  expect(checkText(text).map(({ fixes }) => fixes[0]?.edits[0]?.text)).toEqual(["boolean", "{type: string}"]);
  expect(fixAll(text, checkText).text).toBe(text);
});
