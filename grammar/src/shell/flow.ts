import type { Command, SyntaxNode } from "unbash";
import type { Facts, VariableFact } from "./collected.ts";
import type { ScriptView } from "./script-view.ts";
import { childrenOf, literalOf } from "./syntax.ts";

/** What stands in an interval of the text gets into a variable; `@` are the arguments `$1`, `$2` … of a script or function. */
interface Flow {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The name under which a parameter is known here. */
export function flowName(parameter: string): string {
  return /^(?:[0-9]+|[@*])$/.test(parameter) ? "@" : parameter;
}

/**
 * Says through which variable what stands at a place gets to where the shell evaluates or runs it, if it does:
 * `y=${x}; z=$y; echo $((z))`. It follows names, not the order of commands.
 */
export function evaluatedThrough(
  views: readonly ScriptView[],
  facts: Facts,
  evaluated: ReadonlySet<string>,
): (start: number, end: number) => string | null {
  if (evaluated.size === 0) return () => null;
  const flows = views.flatMap((view) => flowsOf(view, facts.functions));
  const targets = (start: number, end: number) =>
    flows.filter((flow) => flow.start <= start && end <= flow.end).map((flow) => flow.name);
  const readsOf = (name: string): readonly VariableFact[] =>
    facts.variables.filter((it) => it.access === "read" && flowName(it.name) === name);
  return (start, end) => {
    const reached = new Set(targets(start, end));
    for (const name of reached) {
      if (evaluated.has(name)) return name;
      for (const read of readsOf(name)) for (const next of targets(read.start, read.end)) reached.add(next);
    }
    return null;
  };
}

function flowsOf(view: ScriptView, functions: ReadonlySet<string>): readonly Flow[] {
  const flows: Flow[] = [];
  const add = (name: string, { pos, end }: { readonly pos: number; readonly end: number }): void => {
    if (name !== "") flows.push({ name, start: view.base + pos, end: view.base + end });
  };
  const pending: { readonly node: SyntaxNode; readonly feeder: SyntaxNode | null }[] = [
    { node: view.tree, feeder: null },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node } = next;
    let { feeder } = next;
    if (node.type === "Script" && node.source !== undefined) continue;
    // What `read` reads comes from its pipeline, or from a redirection of a loop around it.
    if (feeder === null && ((node.type === "Pipeline" && node.commands.length > 1) || hasRedirects(node)))
      feeder = node;
    if (node.type === "Assignment") add(node.name, node);
    if (node.type === "For" || node.type === "Select")
      for (const word of node.wordlist ?? []) add(node.name.value, word);
    if (node.type === "Command") for (const name of namesFilledBy(node, functions)) add(name, feeder ?? node);
    for (const child of childrenOf(node)) pending.push({ node: child, feeder });
  }
  return flows;
}

function hasRedirects(node: SyntaxNode): boolean {
  return "redirects" in node && node.redirects.length > 0;
}

/** Variables that a command fills with its arguments or its input. */
function namesFilledBy(node: Command, functions: ReadonlySet<string>): readonly string[] {
  const name = node.name === undefined ? null : literalOf(node.name);
  if (name === null) return [];
  const words = node.args.map((word) => (word.type === "Word" ? (literalOf(word) ?? "") : word.name));
  if (functions.has(name) || name === "set") return ["@"];
  if (name === "printf") return words[0] === "-v" ? [words[1] ?? ""] : [];
  if (!/^(?:read|mapfile|readarray)$/.test(name)) return [];
  const named = words.filter((word) => /^[A-Za-z_]\w*$/.test(word));
  return named.length === 0 ? [name === "read" ? "REPLY" : "MAPFILE"] : named;
}
