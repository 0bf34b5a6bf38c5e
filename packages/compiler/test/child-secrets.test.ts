import { compile } from "@lobster-lang/compiler";
import { expect, test } from "vitest";
import { folderOf } from "./called-in-memory.ts";

const child = `args: {pw: {secret: true}}
steps:
  - id: a
    run: login "\${pw}"
`;

function secretsIn(value: string): readonly string[] {
  const text = `args: {key: {secret: true}}
steps:
  - id: c
    workflow: kid.lobster
    workflow_args: {pw: ${value}}
`;
  const { diagnostics } = compile(text, folderOf({ "main.lobster": text, "kid.lobster": child }), {
    fileName: "main.lobster",
  });
  return diagnostics
    .filter(({ rule }) => rule === "secret-in-file")
    .map(({ range, message }) => `${text.slice(range.start, range.end)}: ${message}`);
}

test("a secret argument of a called workflow does not belong into the file that calls it", () => {
  expect(secretsIn("hunter22")).toEqual([
    "hunter22: the secret argument `pw` of `kid.lobster` stands in this file and in every plan: hand on an argument with `secret: true`",
  ]);
  expect(secretsIn('"${key}"')).toEqual([]);
});
