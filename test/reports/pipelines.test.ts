import { describe, expect, it } from "vitest";
import { checkPipeline } from "@lobster-lang/checker";
import { pipelineOf, wholeText } from "@lobster-lang/grammar";
import { inputOf, storyOf } from "./rows.ts";

// Each public report about an inline pipeline: what `lobster check` says, and where. `rule: text`.

function foundIn(text: string): string[] {
  return checkPipeline(pipelineOf(wholeText(text))).map(
    ({ rule, range }) => `${rule}: ${text.slice(range.start, range.end)}`,
  );
}

const expected: Readonly<Record<string, readonly string[]>> = {
  R041: [],
  R044: ["unknown-command: inbox", "unknown-command: inbox"],
  R045: ["shell-in-pipeline: &&"],
  R046: ["pipeline-syntax: |"],
  R047: ["unknown-flag: --limit"],
  R048: [],
  // A single-quoted word may end in a backslash (D25).
  R049: [],
  R052: [],
  R056: ["exec-discards-input: exec"],
  R122: [],
};

describe("public reports about a pipeline", () => {
  it.each(Object.keys(expected).map((id) => [storyOf(id), id] as const))("%s", (_story, id) => {
    expect(foundIn(inputOf(id))).toEqual(expected[id]);
  });

  it("R046: a `|` at the start, doubled or at the end is found at its place", () => {
    expect(foundIn("| json")).toEqual(["pipeline-syntax: |"]);
    expect(foundIn("exec --json --shell 'echo [1]' || json")).not.toEqual([]);
  });

  it("R048: a pipe in quotes starts no stage", () => {
    expect(pipelineOf(wholeText(inputOf("R048"))).stages).toHaveLength(2);
  });

  it("R041: an empty word in quotes is a word", () => {
    const [exec] = pipelineOf(wholeText(inputOf("R041"))).stages;
    expect(exec!.words.map((word) => word.text).slice(-2)).toEqual(["", "tail"]);
  });

  it("R049: what stands in single quotes is the text, with its backslash", () => {
    const [exec] = pipelineOf(wholeText(inputOf("R049"))).stages;
    expect(exec!.words.at(-1)!.text).toBe("echo C:\\temp\\");
  });
});
