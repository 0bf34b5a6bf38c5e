import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "@lobster-lang/compiler";
import { formatWorkflow, readWorkflow } from "@lobster-lang/grammar";
import { canonicalJson, withoutSource } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import { Random } from "../fuzz/random.ts";
import { damage, writeWorkflow } from "../fuzz/yaml-writer.ts";
import { rows, inputOf } from "../reports/rows.ts";
import { writeUntidy } from "./untidy-writer.ts";

const long = process.env["LOBSTER_LONG"] === "1";

/** What a text compiles to, without places; null where it has errors. */
function planOf(text: string, fileName: string): string | null {
  const { plan } = compile(text, {}, { fileName });
  return plan === null ? null : canonicalJson(withoutSource(plan));
}

function commentsOf(text: string): readonly string[] {
  return readWorkflow(text)
    .comments.map((comment) => comment.text.trim())
    .toSorted();
}

/** Formats and holds the result to what is promised of it. Gives whether there was something to hold. */
function keepsItsWord(text: string, fileName = "w.lobster"): boolean {
  const first = formatWorkflow(text, { fileName });
  if (first.kind !== "formatted") return false;
  const shown = JSON.stringify([text, first.text]);
  expect(formatWorkflow(first.text, { fileName }), shown).toEqual(first);
  expect(planOf(first.text, fileName), shown).toBe(planOf(text, fileName));
  expect(commentsOf(first.text), shown).toEqual(commentsOf(text));
  expect(first.text.includes("\r\n"), shown).toBe(/^[^\n]*\r\n/.test(text));
  expect(first.text.startsWith("\uFEFF"), shown).toBe(text.startsWith("\uFEFF"));
  return true;
}

describe("the plan, the comments and the bytes around them stay the same, and a second time changes nothing", () => {
  const folder = fileURLToPath(new URL("../", import.meta.url));
  const files = ["data/ok", "data/err", "data/plan", "../packages/docs/examples"].flatMap((name) =>
    readdirSync(folder + name, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:lobster|ya?ml|json)$/.test(file))
      .map((file) => `${name}/${file}`),
  );

  test.each(files)("of %s", (file) => {
    keepsItsWord(readFileSync(folder + file, "utf8"), file);
  });

  test("of all public reports", () => {
    for (const id of rows.keys()) keepsItsWord(inputOf(id));
  });

  test("of files that are written in every form", { timeout: 600_000 }, () => {
    const random = new Random(8);
    let planned = 0;
    for (let i = 0; i < (long ? 20_000 : 400); i++) {
      const text = writeUntidy(random);
      expect(keepsItsWord(text), JSON.stringify(text)).toBe(true);
      if (planOf(text, "w.lobster") !== null) planned++;
    }
    expect(planned).toBeGreaterThan(long ? 10_000 : 200);
  });

  test("of files with all of YAML in them, and of damaged ones", { timeout: 600_000 }, () => {
    const random = new Random(9);
    let held = 0;
    for (let i = 0; i < (long ? 20_000 : 400); i++) {
      const written = random.chance(0.5) ? writeUntidy(random) : writeWorkflow(random);
      if (keepsItsWord(random.chance(0.5) ? written : damage(random, written, 1))) held++;
    }
    expect(held).toBeGreaterThan(long ? 5_000 : 100);
  });
});

test("generated files are nearly always brought into form: two ways of writing one workflow end in one", () => {
  const text = 'steps:\n- when: "true"\n  run: "a\\nb"\n  id: x\n';
  const other = "steps:\n    -   id: 'x'\n        run: |-\n            a\n            b\n        when:   \"true\"\n";
  expect(formatWorkflow(text)).toEqual(formatWorkflow(other));
});
