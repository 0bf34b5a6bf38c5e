import type { Fix, ShellAnalysis, ShellCommandName, StepNode } from "@lobster-lang/language";
import { commandNamed, flagNamed } from "@lobster-lang/language";
import { analysisOf } from "../facts/shell.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const stageInShell: Rule = {
  id: "stage-in-shell",
  severity: "error",
  summary: "A stage of the pipe language stands in a shell command.",
  explanation: `\`run:\` and \`command:\` start programs; \`llm.invoke\`, \`state.set\`, \`where\` and the other stages are no programs, and the shell would say
"not found". They belong in \`pipeline:\`. A gate is written \`approval:\`. Real programs with such a name (\`sort\`, \`head\`, the
\`openclaw.invoke\` of the npm package, an \`approve\` of your own, or anything given by a path) are left alone.`,
  wrong: `steps:
  - id: summary
    run: llm.invoke --prompt 'Summarise the notes'
`,
  right: `steps:
  - id: summary
    run: summarise-notes
`,
  fix: "offered",
  inPipelines: true,
  looksAt: ["shell"],
  step: (step, { model, report }) => look(step, model).forEach(report),
};

/** Stages that are programs too, there or on many machines. */
const programs: ReadonlySet<string> = new Set(["sort", "head", "openclaw.invoke", "clawd.invoke"]);
/** Stages with a name that a program might have: it takes more than the name to be sure. */
const common: ReadonlySet<string> = new Set(["json", "table", "pick", "map", "dedupe", "template", "ask"]);

function look(step: StepNode, model: Model): Finding[] {
  return model.textsOf(step).flatMap((place) => {
    const analysis = analysisOf(model, place);
    if (analysis === null) return [];
    const stages = analysis.commands.flatMap((command) => {
      const certainty = stageness(command, analysis);
      return certainty === null ? [] : [{ command, certainty }];
    });
    return stages.map(({ command, certainty }) => ({
      range: command.range,
      severity: certainty,
      message: messageFor(command.name),
      fixes: command.name === "approve" ? [] : asPipeline(step, analysis, stages.length),
    }));
  });
}

function stageness(command: ShellCommandName, analysis: ShellAnalysis): "error" | "warning" | null {
  const { name } = command;
  const signature = commandNamed(name);
  if (signature === undefined || programs.has(name) || analysis.functions.has(name)) return null;
  const words = command.arguments;
  const hasStageFlag = words.some(
    (word) => word?.startsWith("--") === true && flagNamed(signature, word.slice(2).replace(/=.*$/s, "")) !== undefined,
  );
  if (name === "exec" || name === "approve") return hasStageFlag ? "error" : null;
  if (name === "where") return words.some((word) => word !== null && /(?:[=!<>]=|[<>])/.test(word)) ? "error" : null;
  if (common.has(name)) return command.piped && (words.length === 0 || hasStageFlag) ? "warning" : null;
  return "error";
}

function messageFor(name: string): string {
  if (name === "approve") return "`approve` is a stage of the pipe language, no program: a gate is written `approval:`";
  return `\`${name}\` is a stage of the pipe language, no program: write it in \`pipeline:\``;
}

/** A text of stages only can become a pipeline by its key. */
function asPipeline(step: StepNode, analysis: ShellAnalysis, stages: number): Fix[] {
  const action = step.actions.find((it) => it.kind === "shell" && it.text === analysis.text);
  if (
    action === undefined ||
    stages !== analysis.commands.length ||
    /[;&<>\n`]|\$\(/.test(analysis.text.source.text.trim())
  )
    return [];
  return [{ title: "write `pipeline:`", safe: false, edits: [{ range: action.entry.key.range, text: "pipeline" }] }];
}
