import { expect, it } from "vitest";
import { linesOf } from "../src/lines.ts";

it("finds the line of every offset, with both kinds of line ends", () => {
  const text = "a\r\nbc\n\nd";
  const lines = linesOf(text);
  expect([...text].map((_, offset) => lines.lineOf(offset))).toEqual([0, 0, 0, 1, 1, 1, 2, 3]);
  expect([0, 1, 2, 3].map((line) => text.slice(lines.startOf(line), lines.endOf(line)))).toEqual(["a", "bc", "", "d"]);
  expect(lines.lineOf(text.length)).toBe(3);
});
