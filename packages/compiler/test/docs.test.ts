import { readFileSync } from "node:fs";
import { compile } from "@lobster-lang/compiler";
import { describe, expect, it } from "vitest";

const page = readFileSync(new URL("../../docs/plan.md", import.meta.url), "utf8");
const fences = [...page.matchAll(/^```(yaml|json plan:(\S+))\n(.*?)^```$/gms)];

describe("the page about plans", () => {
  const workflow = fences.find((fence) => fence[1] === "yaml")![3]!;
  const { plan, diagnostics } = compile(workflow, {}, { fileName: "inbox.lobster" });

  it("has a workflow that compiles without a word", () => {
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(plan).not.toBeNull();
  });

  it.each(fences.filter((fence) => fence[2] !== undefined).map((fence) => [fence[2]!, fence[3]!]))(
    "shows what the plan really holds at %s",
    (pointer, json) => {
      let value: unknown = plan;
      for (const key of pointer.split("/").slice(1)) value = (value as { [key: string]: unknown })[key];
      expect(JSON.parse(json)).toEqual(value);
    },
  );
});
