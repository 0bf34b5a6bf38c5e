import type { Problem, WorkflowTree } from "@lobster-lang/language";
import { readWorkflow, type WorkflowOptions } from "../workflow/read-workflow.ts";
import { indented } from "./indent-lines.ts";
import { orderChanges } from "./order-keys.ts";
import { hasSameContent } from "./same-content.ts";
import { changed, scalarChanges } from "./write-scalars.ts";

/** The text in its one form; or why there is none: faults of YAML, or a file that is no workflow. */
export type Formatted =
  | { readonly kind: "formatted"; readonly text: string }
  | { readonly kind: "faulty"; readonly problems: readonly Problem[] }
  | { readonly kind: "foreign"; readonly message: string };

type FormatOptions = Pick<WorkflowOptions, "fileName" | "format" | "limits">;

/**
 * A workflow file in the form that all have: keys in the order of the documentation, two spaces a level, commands of several
 * lines as blocks, quotes only where they say something. What it says stays the same, comments and empty lines stay, and
 * what needs no change keeps its bytes, line ends and byte order mark among them. Formatting twice changes nothing. A file
 * with a fault of YAML is not touched; JSON has one form already.
 */
export function formatWorkflow(written: string, options: FormatOptions = {}): Formatted {
  const { fileName, format, limits } = options;
  const how: WorkflowOptions = {
    ...(fileName === undefined ? {} : { fileName }),
    ...(format === undefined ? {} : { format }),
    ...(limits === undefined ? {} : { limits }),
  };
  const read = (text: string): WorkflowTree => readWorkflow(text, how);
  const given = read(written);
  if (given.problems.some((problem) => (problem.severity ?? "error") === "error")) {
    return { kind: "faulty", problems: given.problems };
  }
  if (given.dialect !== null) return { kind: "foreign", message: given.dialect.message };
  if (given.format === "json") return { kind: "formatted", text: written };
  const mark = written.startsWith("\uFEFF") ? "\uFEFF" : "";
  const lineEnd = /\r?\n/.exec(written)?.[0] ?? "\n";
  const text = formattedLines(written.slice(mark.length).replaceAll("\r\n", "\n"), read);
  return { kind: "formatted", text: mark + (lineEnd === "\n" ? text : text.replaceAll("\n", lineEnd)) };
}

/** Each change by itself, and only where the text says the same behind it: whatever goes wrong, no file gets worse. */
function formattedLines(written: string, read: (text: string) => WorkflowTree): string {
  let tree = read(written);
  const take = (text: string | null, inAnyOrder = false): boolean => {
    if (text === null || text === tree.text) return false;
    const next = read(text);
    if (!hasSameContent(tree, next, inAnyOrder)) return false;
    tree = next;
    return true;
  };
  take(withLastLineEnd(written));
  for (let round = 0; round < rounds; round++) {
    const before = tree.text;
    take(indented(tree));
    take(changed(tree.text, scalarChanges(tree)));
    for (let inner = 0; inner < rounds; inner++) if (!take(changed(tree.text, orderChanges(tree)), true)) break;
    if (tree.text === before) break;
  }
  return tree.text;
}

/** Maps inside each other are put in order from the inside; more levels than anyone writes. */
const rounds = 12;

function withLastLineEnd(text: string): string {
  return text.trim() === "" ? text : `${text.replace(/(?:\n[ \t]*)+$/, "")}\n`;
}
