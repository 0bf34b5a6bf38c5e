import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { check, fixAll } from "@lobster-lang/checker";
import { readWorkflow } from "@lobster-lang/grammar";
import type { Diagnostic, Range } from "@lobster-lang/language";

/**
 * `test/data/ok`: files with nothing to say about. `test/data/err`: a file, what is said about it (`.out`, a line a
 * finding: `line:col-line:col severity rule message`), and what `--fix` makes of it (`.fixed`, where it changes anything).
 * UPDATE=1 rewrites `.out` and `.fixed`; read the difference before committing it.
 */
const update = process.env["UPDATE"] === "1";

function filesIn(folder: string): { name: string; path: string; text: string }[] {
  const base = new URL(`data/${folder}/`, import.meta.url);
  return readdirSync(base)
    .filter((name) => /\.(?:lobster|ya?ml|json)$/.test(name))
    .map((name) => {
      const path = new URL(name, base).pathname;
      return { name, path, text: readFileSync(path, "utf8") };
    });
}

function findingsOf(text: string, fileName: string): readonly Diagnostic[] {
  return check(readWorkflow(text, { fileName }));
}

function report(text: string, found: readonly Diagnostic[]): string {
  return found
    .map(({ range, severity, rule, message }) => `${placeOf(text, range)} ${severity} ${rule} ${message}\n`)
    .join("");
}

function placeOf(text: string, range: Range): string {
  return [range.start, range.end]
    .map((offset) => {
      const before = text.slice(0, offset).split("\n");
      return `${before.length}:${before.at(-1)!.length + 1}`;
    })
    .join("-");
}

/** The golden file beside a test file; written first with UPDATE=1, and gone where there is nothing to say. */
function golden(path: string, extension: string, actual: string | null): string | null {
  const file = path.replace(/\.(?:lobster|ya?ml|json)$/, extension);
  if (update) {
    if (actual !== null) writeFileSync(file, actual);
    else rmSync(file, { force: true });
  }
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

describe("good files", () => {
  it.each(filesIn("ok"))("$name is silent", ({ text, name }) => {
    expect(report(text, findingsOf(text, name))).toBe("");
  });
});

describe("files with faults", () => {
  it.each(filesIn("err"))("$name", ({ text, name, path }) => {
    const found = findingsOf(text, name);
    expect(found.length, "a file without a finding belongs to ok").toBeGreaterThan(0);
    expect(report(text, found)).toBe(golden(path, ".out", report(text, found)));
    const fixed = fixAll(text, (next) => findingsOf(next, name));
    expect(fixed.text === text ? null : fixed.text).toBe(
      golden(path, ".fixed", fixed.text === text ? null : fixed.text),
    );
    // What fixes leave behind is found in the fixed text as well: no fix hides a fault or breaks the file.
    expect(fixed.remaining.filter((left) => left.rule === "yaml-syntax").length).toBeLessThanOrEqual(
      found.filter((before) => before.rule === "yaml-syntax").length,
    );
  });
});
