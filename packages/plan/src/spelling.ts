import type {
  ArgPiece,
  Expression,
  ForEachAction,
  ParallelAction,
  Reference,
  RefPiece,
  Script,
  Stage,
  StageArgument,
  Template,
  Value,
  WorkflowAction,
} from "./types.ts";

/** How authors write what a plan holds: for labels, dry runs and messages, never to be parsed again. */
export function spellText(pieces: Template): string {
  return pieces.map(spellPiece).join("");
}

function spellPiece(piece: Template[number]): string {
  if ("text" in piece) return piece.text;
  if (!("expression" in piece)) return spellSubstitution(piece);
  const { path, filters } = piece.expression;
  const calls = filters.map((filter) => [filter.name, ...filter.arguments.map(quoteWord)].join(" "));
  return `{{${[path.length === 0 ? "." : path.join("."), ...calls].join(" | ")}}}`;
}

/** `${name}` or `$step.path`. */
export function spellSubstitution(piece: ArgPiece | RefPiece): string {
  return "arg" in piece ? `\${${piece.arg}}` : spellReference(piece.ref);
}

function spellReference({ step, path }: Reference): string {
  const segments = path.map((segment) => {
    if (typeof segment === "number") return `[${segment}]`;
    return /^[A-Za-z0-9_]+$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
  });
  return `$${step}${segments.join("")}`;
}

/** A script with the author's substitutions in place of the variables. */
export function spellScript(script: Script): string {
  const values = new Map(script.bindings.map(({ variable, value }) => [variable, spellSubstitution(value)]));
  return script.text.replace(/\$\{([A-Za-z0-9_]+)\}/g, (whole, variable: string) => values.get(variable) ?? whole);
}

/** A value on one line; structures as JSON. */
export function spellValue(value: Value): string {
  if ("text" in value) return spellText(value.text);
  if ("whole" in value) return spellSubstitution(value.whole);
  if ("json" in value) return JSON.stringify(value.json);
  if ("list" in value) return `[${value.list.map(spellInner).join(", ")}]`;
  return `{${value.map.map((entry) => `${JSON.stringify(entry.key)}: ${spellInner(entry.value)}`).join(", ")}}`;
}

function spellInner(value: Value): string {
  return "text" in value ? JSON.stringify(spellText(value.text)) : spellValue(value);
}

const strength: { readonly [op: string]: number } = { or: 1, and: 2, not: 4 };
const words: { readonly [op: string]: string } = { and: "&&", or: "||" };

/** A condition with as few parentheses as its meaning allows. */
export function spellExpression(expression: Expression, within = 0): string {
  if ("value" in expression)
    return typeof expression.value === "string" ? JSON.stringify(expression.value) : String(expression.value);
  if (!("op" in expression)) return spellSubstitution(expression);
  const own = strength[expression.op] ?? 3;
  const spelled =
    expression.op === "not"
      ? `!${spellExpression(expression.operand, own)}`
      : `${spellExpression(expression.left, own === 3 ? 4 : own)} ${words[expression.op] ?? expression.op} ${spellExpression(expression.right, own === 3 ? 4 : own)}`;
  return own < within ? `(${spelled})` : spelled;
}

/** A loop on one line: its list, and its settings where they say something. */
export function spellLoop({ list, itemVariable, concurrency, pause }: ForEachAction): string {
  return [
    `${itemVariable} of ${spellSubstitution(list)}`,
    ...(concurrency === 1 ? [] : [`${concurrency} at once`]),
    ...(pause === null ? [] : [`${pause.ms}ms pause after ${pause.batchSize}`]),
  ].join(", ");
}

/** A block of branches on one line. */
export function spellBlock({ branches, wait, concurrency, timeoutMs }: ParallelAction): string {
  return [
    `${wait} of ${branches.length}`,
    ...(concurrency >= branches.length ? [] : [`${concurrency} at once`]),
    ...(timeoutMs === null ? [] : [`at most ${timeoutMs}ms`]),
  ].join(", ");
}

/** The call of another workflow on one line: its file, and what is given to it. */
export function spellCall({ file, args }: WorkflowAction): string {
  const given = args.map(({ name, value }) => `${name}: ${spellInner(value)}`).join(", ");
  return given === "" ? file : `${file} (${given})`;
}

/** A stage as it could stand in a pipeline; defaults included. */
export function spellStage({ command, arguments: given }: Stage): string {
  return [command, ...Object.entries(given).flatMap(([name, argument]) => spellArgument(name, argument))].join(" ");
}

function spellArgument(name: string, argument: StageArgument): readonly string[] {
  const flag = `--${name}`;
  if ("boolean" in argument) return argument.boolean ? [flag] : [];
  if ("number" in argument) return [flag, String(argument.number)];
  if ("jsonText" in argument) return [flag, quoteWord(spellText(argument.jsonText))];
  if ("numberText" in argument) return [flag, quoteWord(spellText(argument.numberText))];
  if ("text" in argument) return [flag, quoteWord(spellText(argument.text))];
  if ("path" in argument) return [flag, quoteWord(argument.path.join(".") || ".")];
  if ("pathText" in argument) return [flag, quoteWord(spellText(argument.pathText))];
  if ("template" in argument) return [flag, quoteWord(spellText(argument.template))];
  if ("script" in argument) return [flag, quoteWord(spellScript(argument.script))];
  if ("texts" in argument) return argument.texts.map((text) => quoteWord(spellText(text)));
  if ("fields" in argument) return [quoteWord(argument.fields.join(","))];
  if ("fieldsText" in argument) return [quoteWord(spellText(argument.fieldsText))];
  if ("where" in argument)
    return [
      quoteWord(`${argument.where.path.join(".")} ${argument.where.operator} ${spellText(argument.where.value)}`),
    ];
  return argument.assignments.map(({ key, value }) => quoteWord(`${key}=${spellText(value)}`));
}

function quoteWord(word: string): string {
  return /^[A-Za-z0-9_./:,=@%+${}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
