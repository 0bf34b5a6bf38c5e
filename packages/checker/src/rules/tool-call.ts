import type { BoundArgument, StageNode, StepNode } from "@lobster-lang/language";
import { flagNamed } from "@lobster-lang/language";
import { toolCallsIn } from "../facts/tool-programs.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const toolCall: Rule = {
  id: "tool-call",
  severity: "error",
  summary: "A call of a tool cannot work, or shows a token.",
  explanation: `\`openclaw.invoke\` needs \`--tool\` and \`--action\`. It reads items only with \`--each\`, and so does the program of that name read
its standard input: what the tool shall get belongs in \`--args-json\`. There \`$NAME\` stays as it is, in a pipeline as in single
quotes: a reference (\`$step.json.field\`) or an argument (\`\${name}\`) stands for a value, and cannot break out of its quotes.
A token is never written out: plans and journals are stored. Set OPENCLAW_TOKEN, or use an argument with \`secret: true\`.`,
  wrong: `steps:
  - id: mail
    run: inbox list --json
  - id: sort
    pipeline: openclaw.invoke --tool llm-task --action json --args-json '{"prompt":"Sort these"}'
    stdin: $mail.json
`,
  right: `steps:
  - id: mail
    run: inbox list --json
  - id: sort
    pipeline: openclaw.invoke --tool llm-task --action json --args-json '{"prompt":"Sort these","input":$mail.json}'
`,
  fix: { none: "where in the arguments the value belongs, only the author knows" },
  inPipelines: true,
  looksAt: ["pipeline", "shell"],
  step: (step, { model, report }) => {
    for (const finding of [...inPipeline(step, model), ...toolCallsIn(step, model)]) report(finding);
  },
};

const invoking: ReadonlySet<string> = new Set(["openclaw.invoke", "clawd.invoke"]);

function inPipeline(step: StepNode, model: Model): Finding[] {
  return step.actions.flatMap((action) => {
    if (action.kind !== "pipeline") return [];
    const { stages } = action.pipeline;
    return stages.flatMap((stage, index) => [
      ...shownTokens(stage, model),
      ...(invoking.has(stage.name?.text ?? "") ? callFaults(stage, step, index) : []),
    ]);
  });
}

/** A secret flag may hold a secret argument or a step's output, nothing that would be stored with the plan. */
function shownTokens(stage: StageNode, model: Model): Finding[] {
  const { signature } = stage;
  if (signature === null) return [];
  return stage.bound.flatMap((argument) => {
    const { flag, value } = argument;
    if (flag === null || value === null || flagNamed(signature, flag)?.secret !== true) return [];
    const isHidden = value.parts.every(
      (part) => part.kind === "ref" || (part.kind === "arg" && model.args.get(part.name)?.secret === true),
    );
    if (isHidden) return [];
    const message = `what \`--${argument.writtenName}\` says would be stored with the plan: take it from the environment (OPENCLAW_TOKEN and its like), or from an argument with \`secret: true\``;
    return [{ range: value.range, message, locked: true }];
  });
}

function callFaults(stage: StageNode, step: StepNode, index: number): Finding[] {
  const each = stage.bound.findLast((argument) => argument.flag === "each");
  const readsItems = each !== undefined && !each.negated;
  const name = stage.name!;
  const faults = stage.bound.filter((argument) => argument.flag === "args-json").flatMap(unreadVariables);
  if (index > 0 || readsItems || step.stdinEntry === null) return faults;
  const message = `\`${name.text}\` does not read \`stdin:\`: write the value in \`--args-json\`, or \`--each\` for one call an item`;
  return [...faults, { range: step.stdinEntry.key.range, message }];
}

/** Nothing expands variables in a pipeline. */
function unreadVariables({ value }: BoundArgument): Finding[] {
  return (value?.parts ?? []).flatMap((part) => {
    if (part.kind !== "suspect" || part.form !== "bare" || !/^[A-Z_][A-Z0-9_]*$/.test(part.content)) return [];
    const message = `nothing expands \`$${part.content}\` here: write a reference (\`$step.json.field\`), or declare an argument and write \`\${name}\``;
    return [{ range: part.range, message }];
  });
}
