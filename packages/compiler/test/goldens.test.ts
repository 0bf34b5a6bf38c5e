import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile, formatPlan } from "@lobster-lang/compiler";
import { readPlan } from "@lobster-lang/plan";
import { describe, expect, it } from "vitest";
import { folderOf } from "./called-in-memory.ts";

const folder = fileURLToPath(new URL("../../../test/data/plan/", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".lobster"));
const called = folderOf(
  Object.fromEntries(
    readdirSync(`${folder}called`).map((name) => [`called/${name}`, readFileSync(`${folder}called/${name}`, "utf8")]),
  ),
);

describe("workflows and the plans that they mean", () => {
  it.each(files)("%s", (fileName) => {
    const { plan, diagnostics } = compile(readFileSync(folder + fileName, "utf8"), called, { fileName, source: false });
    expect(diagnostics.filter((diagnostic) => diagnostic.severity === "error")).toEqual([]);
    const text = formatPlan(plan!);
    const golden = folder + fileName.replace(/\.lobster$/, ".plan.json");
    if (process.env["UPDATE"] === "1") writeFileSync(golden, text);
    expect(text).toBe(readFileSync(golden, "utf8"));
    expect(readPlan(text)).toEqual({ plan });
  });

  it("has a golden for each part of the language", () => {
    expect(files.length).toBeGreaterThanOrEqual(12);
  });
});
