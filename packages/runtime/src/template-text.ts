import type { TemplateExpression } from "@lobster-lang/plan";
import type { FilledTemplate } from "./commands/arguments.ts";

/**
 * Reads a template that is known only while running (`template --file`); texts of workflow files are read by the grammar
 * before anything runs. Rules: original-language.md 4.
 */
export function parseTemplateText(text: string): FilledTemplate {
  const parts: (string | TemplateExpression["expression"])[] = [];
  let end = 0;
  for (const match of text.matchAll(/\{\{([^}]+)\}\}/g)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(parseExpression(match[1] ?? ""));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function parseExpression(text: string): TemplateExpression["expression"] {
  const [path = "", ...filters] = splitAtPipes(text);
  const trimmed = path.trim();
  return {
    path: trimmed === "." || trimmed === "this" ? [] : trimmed.split(".").filter((segment) => segment !== ""),
    filters: filters.map((filter) => {
      const [name = "", ...args] = filterWords(filter.trim());
      return { name, arguments: args };
    }),
  };
}

/** Pieces between `|` outside quotes. */
function splitAtPipes(text: string): string[] {
  return [...text.matchAll(/(?:"(?:\\[^]|[^"\\])*(?:"|$)|'(?:\\[^]|[^'\\])*(?:'|$)|[^|])*(?:\||$)/g)]
    .map((match) => match[0])
    .filter((piece, index, all) => piece !== "" || index < all.length - 1)
    .map((piece) => piece.replace(/\|$/, ""));
}

/** A filter's name and arguments: blanks separate, quotes protect, a backslash in quotes takes the next character. */
function filterWords(text: string): string[] {
  return [...text.matchAll(/"((?:\\[^]|[^"\\])*)(?:"|$)|'((?:\\[^]|[^'\\])*)(?:'|$)|([^ ]+)/g)].map(
    (match) => match[3] ?? (match[1] ?? match[2] ?? "").replace(/\\([^])/g, "$1"),
  );
}
