import type { ShellCommandName, StepNode } from "@lobster-lang/language";
import { commandNamed } from "@lobster-lang/language";
import { analysisOf } from "../facts/shell.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const nestedLobster: Rule = {
  id: "nested-lobster",
  severity: "info",
  summary: "A shell command starts another lobster for a pipeline.",
  explanation: `\`run: lobster 'exec … | json'\` starts the program anew for what \`pipeline:\` does by itself: the inner run is written down on its
own, a gate in it pauses nothing, and a failure comes out as the exit code of a command. In \`pipeline:\` the stages are checked
with the rest of the file, and their values, gates and errors are those of this run.`,
  wrong: `steps:
  - id: mails
    run: lobster 'exec --json --shell "cat mails.json" | where unread=true'
`,
  right: `steps:
  - id: mails
    pipeline: exec --json --shell 'cat mails.json' | where unread=true
`,
  fix: { none: "the quotes around the inner pipeline would have to be chosen anew" },
  step: (step, { model, report }) => look(step, model).forEach(report),
};

function look(step: StepNode, model: Model): Finding[] {
  return model.textsOf(step).flatMap((place) => {
    const analysis = analysisOf(model, place);
    const nested = analysis?.commands.filter(
      (command) => !analysis.functions.has("lobster") && startsPipeline(command),
    );
    return (nested ?? []).map(({ range }) => ({
      range,
      message:
        "this starts another `lobster` for a pipeline: write the stages in `pipeline:`, where they are a part of this run",
    }));
  });
}

/** `lobster 'STAGES'`, `lobster run 'STAGES'` and the same in several words; a word that nobody can know is no pipeline. */
function startsPipeline({ name, arguments: words }: ShellCommandName): boolean {
  if (name !== "lobster") return false;
  const [first, second] = words[0] === "run" ? words.slice(1) : words;
  if (first === undefined || first === null) return false;
  const [stage = ""] = first.trim().split(/\s/);
  return commandNamed(stage) !== undefined && (first.trim() !== stage || second !== undefined);
}
