import type { ParsedScript, SyntaxNode } from "unbash";
import { childrenOf, parseShell } from "./syntax.ts";

/**
 * A script that stands in a text: the text itself, or the single-quoted script of an inner shell. Positions of its tree
 * are relative to `base`.
 */
export interface ScriptView {
  /** What was parsed: a slice of the (masked) text. */
  readonly text: string;
  /** Where the slice starts in the whole text. */
  readonly base: number;
  readonly tree: ParsedScript;
  readonly comments: readonly { readonly start: number; readonly end: number }[];
  readonly errors: readonly { readonly message: string; readonly start: number }[];
}

/** Without any of these no script stands inside a script. */
const mayNest = /[`(]|\$\{/;

/** Parses the interval of a text as a script of its own. */
export function viewOf(text: string, start: number, end: number): ScriptView {
  const slice = text.slice(start, end);
  const tree = parseShell(slice);
  const comments: { start: number; end: number }[] = [];
  const errors: { message: string; start: number }[] = [];
  const mayComment = slice.includes("#");
  visitScripts(tree, mayNest.test(slice), (script, inCopy) => {
    for (const error of script.errors ?? []) {
      errors.push({ message: error.message, start: start + (inCopy ? tree.pos : Math.min(error.pos, slice.length)) });
    }
    if (!inCopy && mayComment)
      for (const comment of commentsOf(script, slice))
        comments.push({ start: start + comment.start, end: start + comment.end });
  });
  return { text: slice, base: start, tree, comments, errors };
}

/** Calls back for the script and all scripts nested in it. `inCopy`: its positions are those of decoded backtick text. */
function visitScripts(
  root: ParsedScript,
  withNested: boolean,
  callback: (script: ParsedScript, inCopy: boolean) => void,
): void {
  if (!withNested) return callback(root, root.source !== undefined);
  const pending: { node: SyntaxNode; inCopy: boolean }[] = [{ node: root, inCopy: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    let { inCopy } = next;
    if (next.node.type === "Script") {
      inCopy ||= next.node.source !== undefined;
      callback(next.node, inCopy);
    }
    for (const child of childrenOf(next.node)) pending.push({ node: child, inCopy });
  }
}

/** Comments are not in the tree: they are `#` at a word's start where no word, here-document or arithmetic stands. */
function commentsOf(script: ParsedScript, text: string): { start: number; end: number }[] {
  const covered = leavesOf(script).toSorted((a, b) => a.start - b.start);
  const comments: { start: number; end: number }[] = [];
  let next = 0;
  for (let at = script.pos; at < script.end; at++) {
    while (next < covered.length && covered[next]!.end <= at) next++;
    const leaf = covered[next];
    if (leaf !== undefined && leaf.start <= at) {
      at = leaf.end - 1;
      continue;
    }
    if (text[at] !== "#" || (at > script.pos && !/[\s;&|()<>{}]/.test(text[at - 1]!))) continue;
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? script.end : Math.min(newline, script.end);
    comments.push({ start: at, end });
    at = end;
  }
  return comments;
}

const leafTypes: ReadonlySet<SyntaxNode["type"]> = new Set([
  "Word",
  "HereDocDelimiter",
  "ArithmeticCommand",
  "HereDocBody",
]);

function leavesOf(script: ParsedScript): { start: number; end: number }[] {
  const leaves: { start: number; end: number }[] = [];
  const pending: SyntaxNode[] = [script];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (leafTypes.has(node.type)) {
      leaves.push({ start: node.pos, end: node.end });
      continue;
    }
    if (node.type === "HereDoc" && node.closing !== undefined)
      leaves.push({ start: node.closing.pos, end: node.closing.end });
    pending.push(...childrenOf(node));
  }
  return leaves;
}
