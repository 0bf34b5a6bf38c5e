import type { CommandSignature, ShellAnalysis, ShellCommandName, StepNode } from "@lobster-lang/language";
import { commandNamed, flagNamed, nearest } from "@lobster-lang/language";
import type { Model } from "../model.ts";
import type { Finding } from "../rule.ts";
import { shellTextsOf } from "./shell.ts";

/** What is wrong with calls of the programs `openclaw.invoke` and `clawd.invoke` in the shell texts of a step. */
export function toolCallsIn(step: StepNode, model: Model): Finding[] {
  return shellTextsOf(model, step).flatMap((analysis) =>
    analysis.commands.flatMap((command) => {
      const isTool = command.name === "openclaw.invoke" || command.name === "clawd.invoke";
      if (!isTool || analysis.functions.has(command.name)) return [];
      return [
        ...flagFaults(command, commandNamed(command.name)!),
        ...inputFaults(command, step, analysis),
        ...quotedVariables(command, analysis),
      ];
    }),
  );
}

/** Words that only the shell knows may hold any flag: then none is missed. */
function flagFaults(command: ShellCommandName, signature: CommandSignature): Finding[] {
  const words = command.arguments;
  const { range, name } = command;
  if (words.includes("--help") || words.includes("-h")) return [];
  const flags = words.flatMap((word) => (word?.startsWith("--") === true ? [word.slice(2).replace(/=.*$/s, "")] : []));
  const unknown = flags
    .filter((flag) => flagNamed(signature, flag) === undefined && !flag.startsWith("no-"))
    .map((flag) => {
      const near = nearest(
        flag,
        signature.flags.map((one) => one.name),
      );
      const hint = near === null ? `\`lobster help ${name}\` lists them` : `write \`--${near}\``;
      return { range, message: `\`${name}\` has no flag \`--${flag}\`: ${hint}` };
    });
  if (words.some((word) => word === null) || unknown.length > 0) return unknown;
  return signature.flags
    .filter((flag) => flag.required === true && !flags.includes(flag.name))
    .map((flag) => ({ range, message: `\`${name}\` needs \`--${flag.name}\`` }));
}

function inputFaults(command: ShellCommandName, step: StepNode, analysis: ShellAnalysis): Finding[] {
  // One call for each item of its standard input.
  if (command.arguments.some((word) => word === null || /^--each(?:=|$)/.test(word))) return [];
  const advice = "write the value in `--args-json`, or call it for each item by `--each`";
  if (command.piped) return [{ range: command.range, message: `\`${command.name}\` reads no input: ${advice}` }];
  const isWhole = analysis.commands.length === 1;
  if (!isWhole || step.stdinEntry === null || step.actions.some((action) => action.kind !== "shell")) return [];
  return [{ range: step.stdinEntry.key.range, message: `\`${command.name}\` does not read \`stdin:\`: ${advice}` }];
}

/** `--args-json '{"x":"$X"}'`: the shell expands nothing in single quotes, and the tool would get the letters `$X`. */
function quotedVariables(command: ShellCommandName, { text, places }: ShellAnalysis): Finding[] {
  const { start, end } = command.command.span;
  const written = text.source.text.slice(start, end);
  const json = /--args-?json(?:=|\s+)'([^']*)'/i.exec(written);
  if (json === null) return [];
  const from = start + json.index + json[0].length - 1 - json[1]!.length;
  return [...json[1]!.matchAll(/\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\})/g)].flatMap((match) => {
    const span = { start: from + match.index, end: from + match.index + match[0].length };
    if (places.some((place) => place.span.start < span.end && span.start < place.span.end)) return [];
    const message = `\`${match[0]}\` stays as it is in single quotes: write a reference (\`$step.json.field\`) or an argument (\`\${name}\`), or close the quotes around it`;
    return [{ range: text.source.map.toSource(span.start, span.end), message }];
  });
}
