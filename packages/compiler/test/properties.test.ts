import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { auditPlan, compile, compilePipeline, formatPlan } from "@lobster-lang/compiler";
import { readPlan, type Plan } from "@lobster-lang/plan";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const numRuns = process.env["LOBSTER_LONG"] === "1" ? 20_000 : 120;

/** Whatever was compiled must read back as exactly itself. */
function expectSound(plan: Plan | null): void {
  if (plan === null) return;
  expect(readPlan(formatPlan(plan))).toEqual({ plan });
  expect(auditPlan(plan)).toEqual([]);
}

function expectSoundOrErrors(text: string, fileName = "a.lobster"): void {
  const { plan, diagnostics, tree } = compile(text, {}, { fileName });
  const refused = diagnostics.some(({ severity }) => severity === "error") || tree.dialect !== null;
  expect(plan === null).toBe(refused);
  expectSound(plan);
}

const folder = fileURLToPath(new URL("../../../test/data/plan/", import.meta.url));
const sources = readdirSync(folder)
  .filter((name) => name.endsWith(".lobster"))
  .map((name) => readFileSync(folder + name, "utf8"));

const nasty = [
  "$", "${", "}", "$a.json", "$$", "|", "'", '"', "\\", "\n", "\n  ", ": ", "- ", "#", "{", "[", "&x", "*x", "<<: *base",
  "{{", "}}", "\0", "\u2028", "\ud800", "🦞", "\t", "approval: ", "run: ", "id: ", "when: ", "true", "null", "1e999",
  "_LOBSTER_1", "LOBSTER_SHELL: fish\n", "$((", "))", "`", "<<EOF\n", "__proto__: ", "!!binary ", "--n", " --", "=",
]; // prettier-ignore

/** A sound source with a few pieces cut out and a few put in. */
const mutated = fc
  .tuple(
    fc.constantFrom(...sources),
    fc.array(fc.tuple(fc.nat(4000), fc.nat(12), fc.constantFrom("", ...nasty)), { minLength: 1, maxLength: 3 }),
  )
  .map(([source, edits]) =>
    edits.reduce((text, [at, cut, put]) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + put + text.slice(start + cut);
    }, source),
  );

describe("compile", () => {
  it("never throws on a mutated file, and whatever compiles is a sound plan", () => {
    fc.assert(
      fc.property(mutated, (text) => expectSoundOrErrors(text)),
      { numRuns },
    );
  });

  it("never throws on any text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...nasty), fc.string({ maxLength: 8 })), { maxLength: 30 }),
        (parts) => expectSoundOrErrors(parts.join("")),
      ),
      { numRuns },
    );
  });

  it("compiles what the original accepts, or says why not", () => {
    const cases = readFileSync(new URL("../../../test/conformance/cases/language.jsonl", import.meta.url), "utf8");
    for (const line of cases.trim().split("\n")) {
      const { input } = JSON.parse(line) as { input: { workflow?: unknown; pipeline?: unknown; parse?: unknown } };
      if (typeof input.workflow === "string") expectSoundOrErrors(input.workflow);
      else if (input.workflow !== undefined) expectSoundOrErrors(JSON.stringify(input.workflow), "a.json");
      for (const pipeline of [input.pipeline, input.parse])
        if (typeof pipeline === "string") expectSound(compilePipeline(pipeline).plan);
    }
  });
});

describe("compilePipeline", () => {
  const words = fc.constantFrom(
    "exec", "where", "head", "pick", "map", "sort", "template", "json", "table", "approve", "dedupe", "groupBy",
    "--n", "--key", "--json", "--shell", "'a b'", '"c"', "x=1", "a.b", "5", "--", "$a.stdout", "${x}", "{{id | upper}}", "\\\n",
  ); // prettier-ignore

  it("never throws on any pipeline, and whatever compiles is a sound plan", () => {
    const pipelines = fc
      .array(fc.array(fc.oneof({ weight: 5, arbitrary: words }, fc.constantFrom(...nasty)), { maxLength: 5 }), {
        maxLength: 4,
      })
      .map((stages) => stages.map((stage) => stage.join(" ")).join(" | "));
    fc.assert(
      fc.property(pipelines, (text) => {
        const { plan, diagnostics } = compilePipeline(text);
        expect(plan === null).toBe(diagnostics.some(({ severity }) => severity === "error"));
        expectSound(plan);
      }),
      { numRuns },
    );
  });
});
