import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("the published schema, the validation code and the types are what the schema's one source gives", () => {
  const generator = fileURLToPath(new URL("../../build/src/generate-plan-schema.mjs", import.meta.url));
  expect(() => execFileSync(process.execPath, [generator, "--check"], { stdio: "pipe" })).not.toThrow();
});
