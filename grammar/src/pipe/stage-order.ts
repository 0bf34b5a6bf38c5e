import type { StageNode } from "@lobster-lang/language";
import { inserting, type Reporter } from "./report.ts";

/** Each stage pulls on the one before it: far more than this would be deeper than the program's stack. */
const stageLimit = 1000;

/** What only the order of stages shows: input that nobody reads (T157), stages after the end of the data (T159). */
export function checkOrder(stages: readonly StageNode[], reporter: Reporter): void {
  const beyond = stages[stageLimit];
  if (beyond !== undefined) {
    const message = `a pipeline has at most ${stageLimit} stages, and here are ${stages.length}: split it over several steps`;
    reporter.span(beyond.span.start, beyond.span.end, { rule: "pipeline-syntax", message });
  }
  let rendered: StageNode | null = null;
  stages.forEach((stage, index) => {
    const before = stages[index - 1];
    if (before === undefined || stage.name === null) return;
    if (rendered === null && before.name !== null && before.signature?.output === "rendered") {
      rendered = before;
      const ending = before.name.text;
      reporter.at(stage.name, {
        rule: "stage-after-renderer",
        message: `\`${stage.name.text}\` gets nothing: \`${ending}\` before it ends the pipeline: remove \`${ending}\`, or write it last`,
        related: [{ at: before.name, message: "the data ends here" }],
        mend: {
          title: `remove \`${ending}\``,
          safe: false,
          changes: [{ span: { start: before.span.start, end: stage.span.start }, text: "" }],
        },
      });
    }
    checkOwnInput(stage, before, reporter);
    const reads = stage.bound.some((argument) => argument.flag === "stdin" || argument.writtenName === "stdin");
    if (stage.name.text !== "exec" || reads || rendered !== null || before.name === null) return;
    const gate = before.name.text === "approve";
    reporter.at(stage.name, {
      rule: "exec-discards-input",
      ...(gate ? { severity: "warning" as const } : {}),
      message:
        "this `exec` does not read the items before it: write `exec --stdin json` (or `jsonl`, `raw`) to hand them on",
      mend: inserting("write `exec --stdin json`", stage.name.span.end, " --stdin json", false),
    });
  });
}

/** A command of the configuration that says of itself that it reads nothing. */
function checkOwnInput({ name, signature }: StageNode, before: StageNode, reporter: Reporter): void {
  if (name === null || signature?.program === undefined || signature.input !== "discards") return;
  if (before.name === null || before.signature?.output === "rendered") return;
  const message = `\`${name.text}\` reads no items (\`input: none\` in \`${signature.program.from}\`), so what comes before is thrown away: write it first`;
  reporter.at(name, { rule: "exec-discards-input", message });
}
