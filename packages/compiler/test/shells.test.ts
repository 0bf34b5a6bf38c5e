import { posixShells as compiledFor } from "@lobster-lang/language";
import { posixShells as runBy } from "@lobster-lang/plan";
import { expect, it } from "vitest";

it("the shells that a workflow may name are those that a plan may name", () => {
  expect(runBy).toEqual(compiledFor);
});
