import type { Json } from "@lobster-lang/plan";
import { expect, test } from "vitest";
import { withoutSecrets } from "../src/withheld.ts";

const secret = { type: "string", writeOnly: true };
const password = { type: "string", format: "password" };

function withheld(schema: { readonly [keyword: string]: Json }, response: Json): readonly string[] {
  return withoutSecrets(schema, response).withheld;
}

test("secrets are taken out of an answer wherever its schema names them", () => {
  const schema = {
    type: "object",
    properties: { user: { type: "string" }, "a/b": secret, list: { items: { properties: { key: password } } } },
  };
  const response = { user: "ana", "a/b": "x1", list: [{ key: "x2" }, { other: 1 }] };
  expect(withoutSecrets(schema, response)).toEqual({
    response: { user: "ana", "a/b": null, list: [{ key: null }, { other: 1 }] },
    withheld: ["/a~1b", "/list/0/key"],
    secrets: ["x1", "x2"],
  });
  expect(response["a/b"]).toBe("x1");
  expect(withoutSecrets(password, "x")).toEqual({ response: null, withheld: [""], secrets: ["x"] });
  expect(withheld({}, { writeOnly: true })).toEqual([]);
});

test("also behind references and alternatives, and what is not understood is withheld as a whole", () => {
  const definitions = { key: secret, tree: { properties: { leaf: password, next: { $ref: "#/definitions/tree" } } } };
  const tree = { definitions, $ref: "#/definitions/tree" };
  expect(withheld(tree, { next: { next: { leaf: "x", free: 1 } } })).toEqual(["/next/next/leaf"]);
  expect(withheld({ anyOf: [{ $ref: "#" }, { properties: { a: secret } }] }, { a: "x", b: 1 })).toEqual(["/a"]);
  expect(withheld({ properties: { a: { $ref: "other.json" } }, definitions }, { a: "x" })).toEqual(["/a"]);
  for (const keyword of ["additionalProperties", "if", "not", "prefixItems", "patternProperties"]) {
    const inner = keyword === "prefixItems" ? [secret] : keyword === "patternProperties" ? { "^a": secret } : secret;
    expect(withheld({ properties: { deep: { [keyword]: inner } } }, { deep: { a: "x" }, b: 1 }), keyword).toEqual([
      "/deep",
    ]);
  }
});
