import type { Fix, StepNode } from "@lobster-lang/language";
import { guessedReference, isGuessedVariable, variableFor, type GuessedReference } from "../facts/guessed-variables.ts";
import { variableReads, type VariableRead } from "../facts/lobster-variables.ts";
import { analysisOf } from "../facts/shell.ts";
import { environmentOf } from "../facts/steps.ts";
import { underscoredReferences } from "../facts/underscored-references.ts";
import { editIn, together } from "../fixes/edit.ts";
import { addEnvEntry, addStepEntry } from "../fixes/entries.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const perStepEnvVar: Rule = {
  id: "per-step-env-var",
  severity: "error",
  summary: "A text reads an environment variable that is not set for any step.",
  explanation: `Besides the environment of the process and \`env:\`, a step sees \`LOBSTER_ARG_<NAME>\` and \`LOBSTER_ARGS_JSON\`, and nothing
else. Results of steps are no variables: \`LOBSTER_STEP_PROBE_JSON_hot\` is unset, and a default as in
\`\${LOBSTER_STEP_PROBE_JSON_hot:-false}\` hides it. Hand the value over by \`env:\` (\`HOT: $probe.json.hot\`) or by \`stdin:\`.`,
  wrong: `steps:
  - id: probe
    run: echo '{"hot":true}'
  - id: act
    run: '[ "\${LOBSTER_STEP_PROBE_JSON_hot:-false}" = true ] && echo heat || echo cold'
`,
  right: `steps:
  - id: probe
    run: echo '{"hot":true}'
  - id: act
    env:
      HOT: $probe.json.hot
    run: '[ "\${HOT:-false}" = true ] && echo heat || echo cold'
`,
  fix: "safe",
  inPipelines: true,
  file: (context) => look(null, context.model).forEach(context.report),
  looksAt: ["lobster-variable", "shell-variable"],
  step: (step, context) => look(step, context.model).forEach(context.report),
};

function look(step: StepNode | null, model: Model): Finding[] {
  return model.textsOf(step).flatMap((place) => [
    ...variableReads(place).flatMap((read) => {
      if (!isGuessedVariable(read.name) || isSet(read, step, model)) return [];
      return [finding(read, step, model)];
    }),
    ...underscoredReferences(place, step, model),
  ]);
}

function isSet(read: VariableRead, step: StepNode | null, model: Model): boolean {
  return environmentOf(model, step).has(read.name) || analysisOf(model, read.place)?.assigned.has(read.name) === true;
}

function finding(read: VariableRead, step: StepNode | null, model: Model): Finding {
  const meant = guessedReference(read.name, model, step);
  const isShell = read.place.content.kind === "shell";
  return {
    range: read.at.range,
    message: `nothing sets \`${read.name}\`: ${advice(read, meant, isShell, step, model)}`,
    fixes: meant === null ? [] : isShell ? shellFixes(read, meant, step, model) : textFixes(read, meant),
  };
}

function advice(
  read: VariableRead,
  meant: GuessedReference | null,
  isShell: boolean,
  step: StepNode | null,
  model: Model,
): string {
  if (meant === null && !/STEP/.test(read.name)) {
    return "of a run, a step sees `LOBSTER_ARG_<NAME>` and `LOBSTER_ARGS_JSON` only";
  }
  if (meant === null) {
    return "results of steps are no variables, hand them over by `env:` or `stdin:` (`$step.json.field`)";
  }
  if (!isShell) return `results of steps are no variables, write \`${meant.text}\``;
  const name = freeName(read.name, meant.text, step, model);
  return `results of steps are no variables, write \`env: {${name}: ${meant.text}}\` and read \`$${name}\`, or use \`stdin: ${meant.text}\``;
}

/** Outside of a shell nothing expands variables: the reference itself takes the place. */
function textFixes(read: VariableRead, meant: GuessedReference): Fix[] {
  const { expansion } = read;
  if (expansion === null) return [];
  const glued = /^(?:[A-Za-z0-9_]|\.[A-Za-z0-9_]|\[)/.test(read.source.text.slice(expansion.span.end));
  const edit = glued || read.operator !== "" ? null : editIn(read.source, expansion.span, meant.text);
  return edit === null ? [] : [{ title: `write \`${meant.text}\``, safe: meant.certain, edits: [edit] }];
}

function shellFixes(read: VariableRead, meant: GuessedReference, step: StepNode | null, model: Model): Fix[] {
  // A script that several steps share by an anchor needs the variable in each of them.
  if (step === null || read.source.scalar?.anchor !== undefined) return [];
  return [...byEnv(read, meant, step, model), ...byStdin(read, meant, step, model)];
}

function byEnv(read: VariableRead, meant: GuessedReference, step: StepNode, model: Model): Fix[] {
  const name = freeName(read.name, meant.text, step, model);
  const rename = editIn(read.source, read.at.span, name);
  const isThere = ownValue(step, name) === meant.text;
  const edits = together(isThere ? [rename] : [addEnvEntry(model.tree, step, name, meant.text), rename]);
  return edits === null ? [] : [{ title: `read \`${meant.text}\` by \`env:\``, safe: meant.certain, edits }];
}

/** A name that is not taken, or taken for this very value. */
function freeName(guessed: string, value: string, step: StepNode | null, model: Model): string {
  const short = variableFor(guessed);
  const taken = environmentOf(model, step);
  if (step !== null && ownValue(step, short) === value) return short;
  let name = short;
  while (taken.has(name)) name = `STEP_${name}`;
  return name;
}

function ownValue(step: StepNode, name: string): string | null {
  return step.env.find((entry) => entry.name === name)?.value?.source.text ?? null;
}

/** `echo "$X" | program` is what `stdin:` is for. */
function byStdin(read: VariableRead, meant: GuessedReference, step: StepNode, model: Model): Fix[] {
  const prefix = /^\s*(?:echo|printf\s+(?:'%s(?:\\n)?'|"%s(?:\\n)?"|%s))\s+"\$\{?(\w+)\}?"\s*\|\s*(?=\S)/.exec(
    read.source.text,
  );
  if (prefix?.[1] !== read.name || step.stdinEntry !== null) return [];
  const inStep = read.place.content.kind === "shell" && read.place.content.stage === null;
  if (!inStep) return [];
  const cut = editIn(read.source, { start: 0, end: prefix[0].length }, "");
  const edits = together([addStepEntry(model.tree, step, "stdin", meant.text), cut]);
  return edits === null ? [] : [{ title: `pass \`${meant.text}\` by \`stdin:\``, safe: false, edits }];
}
