import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { check, fixAll } from "@lobster-lang/checker";
import { readWorkflow } from "@lobster-lang/grammar";
import type { Diagnostic } from "@lobster-lang/language";
import { RandomWorkflows } from "./random-workflow.ts";

function find(fileName: string): (text: string) => readonly Diagnostic[] {
  return (text) => check(readWorkflow(text, { fileName }));
}

describe("fixes of any file, in block style, in flow style and as JSON", () => {
  const count = process.env["LOBSTER_LONG"] === "1" ? 2_000 : 150;
  const styles = [
    { name: "block", fileName: "f.lobster", write: (file: unknown) => stringify(file) },
    { name: "narrow block", fileName: "f.lobster", write: (file: unknown) => stringify(file, { lineWidth: 20 }) },
    { name: "windows", fileName: "f.lobster", write: (file: unknown) => stringify(file).replaceAll("\n", "\r\n") },
    { name: "flow", fileName: "f.lobster", write: (file: unknown) => JSON.stringify(file) },
    { name: "spread JSON", fileName: "f.json", write: (file: unknown) => JSON.stringify(file, null, 2) },
  ];

  it.each(styles)(
    "leave a sound file with nothing certain to do: $name",
    ({ fileName, write }) => {
      const random = new RandomWorkflows(4711);
      const worse: string[] = [];
      let fixed = 0;
      for (let n = 0; n < count; n++) {
        const text = write(random.file());
        const after = fixAll(text, find(fileName));
        if (after.applied.length > 0) fixed++;
        const isBroken = after.remaining.some(({ rule }) => rule === "yaml-syntax" || rule === "duplicate-key");
        // What a right key shows for the first time may be wrong, too; but nothing certain may be left to do.
        const isStable = fixAll(after.text, find(fileName)).applied.length === 0;
        if (isBroken || !isStable) {
          worse.push(`${text}\n  became\n${after.text}\n  ${after.remaining.map(({ message }) => message).join("; ")}`);
        }
      }
      expect(worse.slice(0, 2).join("\n")).toBe("");
      expect(fixed).toBeGreaterThan(count / 25);
    },
    600_000,
  );

  it.each(styles)(
    "each offered fix can be applied alone: $name",
    ({ fileName, write }) => {
      const random = new RandomWorkflows(815);
      const broken: string[] = [];
      for (let n = 0; n < count / 3; n++) {
        const text = write(random.file());
        for (const { rule, fixes } of find(fileName)(text)) {
          for (const { title, edits } of fixes) {
            let result = text;
            for (const edit of edits.toSorted((a, b) => b.range.start - a.range.start)) {
              result = result.slice(0, edit.range.start) + edit.text + result.slice(edit.range.end);
            }
            const isBroken = find(fileName)(result).some(
              (found) => found.rule === "yaml-syntax" || found.rule === "duplicate-key",
            );
            if (isBroken) broken.push(`${rule}: ${title}\n${text}\n  became\n${result}`);
          }
        }
      }
      expect(broken.slice(0, 2).join("\n")).toBe("");
    },
    600_000,
  );
});
