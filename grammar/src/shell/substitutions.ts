import type { ArgRefNode, KnownNames, RefNode, TextNode } from "@lobster-lang/language";

/** A part of a shell text that is replaced by a value, if the script leaves it to us. */
export interface Substitution {
  /** Index of the part in the text's `parts`. */
  readonly part: number;
  readonly node: ArgRefNode | RefNode;
  readonly start: number;
  readonly end: number;
}

/** `$$id.field` of a known id (D44): the shell gets `$id.field`. A backslash form stays as it is written. */
export interface Escape {
  readonly part: number;
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** What could be a substitution in a text, given the names that exist; before the script's own variables are known. */
export interface Substitutions {
  readonly places: readonly Substitution[];
  readonly escapes: readonly Escape[];
}

const noSubstitutions: Substitutions = { places: [], escapes: [] };

/**
 * `${name}` of declared arguments and `$id.path` of known ids. An odd number of backslashes before one makes it
 * literal, as for the shell.
 */
export function substitutionsOf(text: TextNode, names: KnownNames): Substitutions {
  if (text.parts.every((part) => part.kind === "literal" || part.kind === "suspect")) return noSubstitutions;
  const places: Substitution[] = [];
  const escapes: Escape[] = [];
  const source = text.source.text;
  for (const [part, node] of text.parts.entries()) {
    const { start, end } = node.span;
    if (node.kind === "arg" || node.kind === "ref") {
      const known = node.kind === "arg" ? names.args.has(node.name) : names.steps.has(node.id);
      if (known && !isEscaped(source, start)) places.push({ part, node, start, end });
    } else if (node.kind === "escaped") {
      const id = /^\$\$([^.[]+)/.exec(source.slice(start, end))?.[1];
      if (id !== undefined && names.steps.has(id)) escapes.push({ part, id, start, end });
    }
  }
  return { places, escapes };
}

/**
 * The text as a shell grammar can read it: each substitution becomes `${___}` of the same length, so that it stands for
 * what will be there later. (Letters would make an assignment of `${x}=1` or a function of `${x}()`.) `$$id` becomes
 * `$_id`: a variable, as it will be.
 */
export function masked(text: string, { places, escapes }: Substitutions): string {
  if (places.length === 0 && escapes.length === 0) return text;
  let result = "";
  let from = 0;
  const all = [...places, ...escapes].toSorted((a, b) => a.start - b.start);
  for (const item of all) {
    const inner =
      "node" in item ? "${" + "_".repeat(item.end - item.start - 3) + "}" : "$_" + text.slice(item.start + 2, item.end);
    result += text.slice(from, item.start) + inner;
    from = item.end;
  }
  return result + text.slice(from);
}

function isEscaped(text: string, offset: number): boolean {
  let backslashes = 0;
  while (text[offset - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}
