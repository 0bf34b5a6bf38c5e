import { forEachChild, parse } from "unbash";
import type { ParsedScript, SyntaxNode, Word, WordPart } from "unbash";

/** A script as the shell grammar sees it. Never throws: what cannot be read is an error of the tree. */
export function parseShell(text: string): ParsedScript {
  try {
    return parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      type: "Script",
      pos: 0,
      end: text.length,
      shebang: undefined,
      commands: [],
      errors: [{ message, pos: 0 }],
    };
  }
}

/** Direct children in source order, the scripts of substitutions among them. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  forEachChild(node, (child) => children.push(child));
  return children;
}

/** The value of a word that the shell knows without running anything, else null. */
export function literalOf(word: Word): string | null {
  if (isBare(word)) return word.text;
  return word.parts === undefined || word.parts.every(isLiteral) ? word.value : null;
}

/** Whether a word is only letters, digits and signs that mean themselves. The grammar takes words apart when asked. */
export function isBare(word: Word): boolean {
  return bareWord.test(word.text);
}

const bareWord = /^[\w./:%@,+-]+$/;

function isLiteral(part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "Glob":
      return true;
    case "DoubleQuoted":
      return part.parts.every(isLiteral);
    default:
      return false;
  }
}
