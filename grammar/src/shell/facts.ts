import { forEachChild } from "unbash";
import type { Assignment, Command, SyntaxNode, Word, WordPart } from "unbash";
import { declaringBuiltins } from "./builtin-rules.ts";
import { readCommand } from "./command-context.ts";
import { type Facts, withName } from "./collected.ts";
import { flowName } from "./flow.ts";
import type { ScriptView } from "./script-view.ts";
import { isBare, literalOf } from "./syntax.ts";

interface Interval {
  readonly pos: number;
  readonly end: number;
}

const identifier = /^[A-Za-z_]\w*$/;

/** Whether a substitution stands in an interval of the whole text: what it makes is not known beforehand. */
export type HasValue = (start: number, end: number) => boolean;

/** Adds what one script (with the scripts of its substitutions) runs, reads and sets. */
export function collectFacts(view: ScriptView, facts: Facts, hasValue: HasValue): void {
  const visit = (node: SyntaxNode, piped: boolean): void => {
    if (node.type === "Script" && node.source !== undefined) return;
    if (!plainNodes.has(node.type)) look(node, view, facts, piped, hasValue);
    if (node.type === "Word" && (isBare(node) || node.parts === undefined)) return;
    const first = node.type === "Pipeline" ? node.commands[0] : null;
    const goesOn = piped && node.type !== "Script" && node.type !== "CompoundList";
    forEachChild(node, (child) => visit(child, first === null ? goesOn : child !== first));
  };
  visit(view.tree, false);
}

/** Nodes that say nothing by themselves. */
const plainNodes: ReadonlySet<SyntaxNode["type"]> = new Set(["Script", "Statement", "CompoundList", "Word", "Literal"]);

function look(node: SyntaxNode, view: ScriptView, facts: Facts, piped: boolean, hasValue: HasValue): void {
  const { base } = view;
  const add = (name: string, access: "read" | "write", at: Interval, effect = at.end): void => {
    if (identifier.test(name))
      facts.variables.push({ name, access, start: base + at.pos, end: base + at.end, effect: base + effect });
  };
  const bash = (what: string, at: Interval): void => {
    facts.bash.push({ what, start: base + at.pos, end: base + at.end });
  };
  switch (node.type) {
    case "Command":
      return lookAtCommand(node, base, facts, piped, hasValue, add);
    case "Assignment":
      add(node.name, "write", { pos: node.pos, end: node.pos + node.name.length }, node.end);
      if (node.value.type === "ArrayValue") {
        facts.kinds.arrays = withName(facts.kinds.arrays, node.name);
        bash("an array", node);
      }
      if (node.index !== undefined) facts.kinds.arrays = withName(facts.kinds.arrays, node.name);
      return;
    case "SimpleExpansion":
      return add(node.text.slice(1), "read", node);
    case "ParameterExpansion":
      if (!/^_+$/.test(node.parameter)) add(node.parameter, "read", node);
      if (node.operation?.type === "Default" && node.operation.operator.includes("="))
        add(node.parameter, "write", node);
      if (
        node.operation !== undefined &&
        ["Replace", "Slice", "CaseModification", "Transform"].includes(node.operation.type)
      )
        bash(`\`\${…${node.operation.operator}…}\``, node);
      if (node.index !== undefined) bash("an array", node);
      if (node.prefix === "!") bash("`${!…}`", node);
      return;
    case "For":
    case "Select":
      add(node.name.value, "write", node.name);
      if (node.type === "Select") bash("`select`", { pos: node.pos, end: node.pos + 6 });
      return;
    case "Function":
      facts.functions = withName(facts.functions, node.name.value);
      if (view.text.startsWith("function", node.pos)) bash("`function`", { pos: node.pos, end: node.pos + 8 });
      return;
    case "HereDoc":
      facts.hereDocuments.push({ start: base + node.pos, end: base + node.end, closed: node.closing !== undefined });
      return;
    case "BraceExpansion":
      return bash("`{…}`", node);
    case "Pipeline":
      if (node.operators.includes("|&")) bash("`|&`", node);
      return;
    case "TestBinary":
      if (!/^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator)) return;
      for (const word of [node.left, node.right]) calculate(word.parts, facts);
      return;
    case "Coproc":
      return bash("`coproc`", { pos: node.pos, end: node.pos + 6 });
    case "TestCommand":
      return bash("`[[ … ]]`", node);
    case "ArithmeticCommand":
      return bash("`(( … ))`", node);
    case "ArithmeticFor":
      return bash("`for (( … ))`", { pos: node.pos, end: node.body.pos });
    case "HereString":
      return bash("`<<<`", node);
    case "ProcessSubstitution":
      return bash(`\`${node.operator}( … )\``, node);
    case "AnsiCQuoted":
      return bash("`$'…'`", node);
    case "LocaleString":
      return bash('`$"…"`', node);
    case "Redirect":
      if (node.operator === "&>" || node.operator === "&>>") bash(`\`${node.operator}\``, node);
      if (node.descriptor?.type === "FileDescriptorVariable") add(node.descriptor.name, "write", node.descriptor);
      return;
    case "ArithmeticBinary":
      if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator) && node.left.type === "ArithmeticWord")
        add(node.left.value, "write", node.left);
      return;
    case "ArithmeticUnary":
      if ((node.operator === "++" || node.operator === "--") && node.operand.type === "ArithmeticWord")
        add(node.operand.value, "write", node.operand);
      return;
    case "ArithmeticWord":
      if (identifier.test(node.value)) {
        add(node.value, "read", node);
        facts.calculated = withName(facts.calculated, node.value);
      }
      calculate(node.parts, facts);
      if (node.parts === undefined) calculateExpansion(node.value, node, facts, add);
      return;
    default:
  }
}

/** `$y` as a whole operand has no parts. */
function calculateExpansion(
  text: string,
  at: Interval,
  facts: Facts,
  add: (name: string, access: "read" | "write", at: Interval) => void,
): void {
  const name = /^\$\{?(\w+|[@*])\}?$/.exec(text)?.[1];
  if (name === undefined) return;
  add(name, "read", at);
  facts.calculated = withName(facts.calculated, flowName(name));
}

/** Variables among the parts of a word that is calculated. */
function calculate(parts: readonly WordPart[] | undefined, facts: Facts): void {
  for (const part of parts ?? []) {
    if (part.type === "SimpleExpansion") facts.calculated = withName(facts.calculated, flowName(part.text.slice(1)));
    if (part.type === "ParameterExpansion") facts.calculated = withName(facts.calculated, flowName(part.parameter));
    if (part.type === "DoubleQuoted") calculate(part.parts, facts);
  }
}

function lookAtCommand(
  node: Command,
  base: number,
  facts: Facts,
  piped: boolean,
  hasValue: HasValue,
  add: (name: string, access: "read" | "write", at: Interval) => void,
): void {
  if (node.name === undefined) return;
  const known = (word: Word): string | null => (hasValue(base + word.pos, base + word.end) ? null : literalOf(word));
  const name = known(node.name);
  const args = node.args.map((word) => (word.type === "Word" ? known(word) : null));
  if (name !== null) {
    facts.commands.push({
      name,
      arguments: args,
      start: base + node.name.pos,
      end: base + node.name.end,
      commandStart: base + node.pos,
      commandEnd: base + node.end,
      piped,
    });
  }
  if (name !== null) lookAtBashCommand(name, args, { start: base + node.pos, end: base + node.end }, facts);
  const written = literalOf(node.name);
  if (written === null || !maySet.has(written.slice(written.lastIndexOf("/") + 1))) return;
  const reading = readCommand(
    node,
    () => false,
    () => false,
  );
  if (reading.name === null) return;
  const words = node.args.slice(node.args.length - reading.words.length);
  for (const word of namesSetBy(reading.name, words)) {
    const set = word.type === "Word" ? (literalOf(word) ?? "") : word.name;
    const bareName = set.replace(/[=[].*$/s, "");
    if (word.type === "Word") add(bareName, "write", word);
    if (reading.declares.includes("i")) facts.kinds.integers = withName(facts.kinds.integers, bareName);
    if (reading.declares.includes("n")) facts.kinds.references = withName(facts.kinds.references, bareName);
    if (/[aA]/.test(reading.declares)) facts.kinds.arrays = withName(facts.kinds.arrays, bareName);
  }
}

/** Commands that set variables, or run one that may. */
const maySet: ReadonlySet<string> = new Set([
  ...declaringBuiltins,
  ..."read mapfile readarray getopts printf let command builtin exec".split(" "),
]);

const bashCommands: ReadonlySet<string> = new Set([
  "source",
  "declare",
  "typeset",
  "shopt",
  "mapfile",
  "readarray",
  "pushd",
  "popd",
  "let",
  "disown",
]);

function lookAtBashCommand(
  name: string,
  args: readonly (string | null)[],
  at: { start: number; end: number },
  facts: Facts,
): void {
  if (name === "alias")
    for (const word of args) facts.functions = withName(facts.functions, (word ?? "").replace(/=.*/s, ""));
  if (bashCommands.has(name)) facts.bash.push({ what: `\`${name}\``, ...at });
  if (name === "set" && args.includes("pipefail")) facts.bash.push({ what: "`pipefail`", ...at });
  if ((name === "[" || name === "test") && args.includes("=="))
    facts.bash.push({ what: `\`==\` in \`${name}\``, ...at });
}

/** Words of a builtin that name variables which it sets. */
function namesSetBy(command: string, words: readonly (Word | Assignment)[]): readonly (Word | Assignment)[] {
  if (declaringBuiltins.has(command)) return words.filter((word) => !textOf(word).startsWith("-"));
  const withText = command === "read" ? /^-[A-Za-z]*[dpinNtu]$/ : /^-[A-Za-z]*[dnOsucC]$/;
  if (command === "read" || command === "mapfile" || command === "readarray") {
    return words.filter((word, index) => !textOf(word).startsWith("-") && !withText.test(textOf(words[index - 1])));
  }
  if (command === "getopts") return words.slice(1, 2);
  if (command === "printf") return textOf(words[0]) === "-v" ? words.slice(1, 2) : [];
  if (command === "let") return words.filter((word) => /^\w+(?:[-+*/%]?=|\+\+|--)/.test(textOf(word)));
  return [];
}

function textOf(word: Word | Assignment | undefined): string {
  return word?.type === "Word" ? (literalOf(word) ?? "") : "";
}
