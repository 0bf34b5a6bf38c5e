import { expect, test } from "vitest";
import { decodeSource, readData } from "../../src/index.ts";

test("UTF-8 is decoded, with or without a byte order mark, which stays so that offsets fit the file", () => {
  expect(decodeSource(Buffer.from("a: é🦞\n"))).toEqual({ text: "a: é🦞\n", problems: [] });
  const { text, problems } = decodeSource(Buffer.from("\uFEFFa: 1\n"));
  expect([text, problems, readData(text).problems]).toEqual(["\uFEFFa: 1\n", [], []]);
});

test("a byte that is no UTF-8 is a problem at its place, counted as editors count", () => {
  const bytes = Buffer.concat([Buffer.from("a: 🦞é"), Buffer.from([0xe9]), Buffer.from("b\n")]);
  const { text, problems } = decodeSource(bytes);
  expect(problems).toEqual([
    {
      rule: "yaml-syntax",
      range: { start: 6, end: 7 },
      message: "the byte 0xE9 here is no UTF-8: save the file as UTF-8",
    },
  ]);
  expect(text.slice(6)).toBe("\uFFFDb\n");
});

test("a replacement character that stands in the file is text like any other", () => {
  expect(decodeSource(Buffer.from("a: \uFFFD\n")).problems).toEqual([]);
});

test("UTF-16 is named", () => {
  const { text, problems } = decodeSource(Buffer.from("\uFEFFa: 1\n", "utf16le"));
  expect(text).toBe("\uFEFFa: 1\n");
  expect(problems[0]?.message).toBe("the file is UTF-16, and workflows are UTF-8: save it as UTF-8");
});
