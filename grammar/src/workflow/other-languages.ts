import type { DataNode, Dialect, MapNode, Range } from "@lobster-lang/language";
import { entryOf, resolved } from "@lobster-lang/language";

/** Files that are not workflows of anybody, although their name or ending is one of ours: skipped with one line. */
export function otherLanguageOf(text: string, root: DataNode | null): Dialect | null {
  const game = gameLanguageLine(text);
  if (game !== null) {
    return skip(
      "Lobster programming language",
      game,
      "this is a program of the Lobster programming language, no workflow: it is skipped",
    );
  }
  const target = resolved(root);
  if (target?.kind !== "map") return null;
  for (const { name, is, message } of documents) {
    const at = is(target);
    if (at !== null) return skip(name, at, message);
  }
  return null;
}

function skip(name: string, range: Range, message: string): Dialect {
  return { name, range, message, kind: "skip" };
}

const codeLines: readonly RegExp[] = [
  /^(?:import|from|namespace|private)[ \t]+["\w]/,
  /^def[ \t]+\w+[ \t]*\(/,
  /^(?:let|var)[ \t]+\w+[ \t]*(?::|=)/,
  /^(?:class|struct|enum|attribute)[ \t]+\w+[ \t]*(?::|$)/,
  /^(?:gl_|fatal|print|draw_|for|while|if)\w*[ \t]*\(/,
  /^\/\//,
];

/** The first line of code of the game language of that name; null for a text that has a `steps:` line or is JSON. */
function gameLanguageLine(text: string): Range | null {
  if (/^[ \t]*["']?steps["']?[ \t]*:/m.test(text) || /^\uFEFF?(?:\s|\/\/[^\n]*\n)*[{[]/.test(text)) return null;
  let offset = 0;
  for (const line of text.split("\n")) {
    const bare = line.replace(/^\uFEFF/, "").replace(/\r$/, "");
    if (codeLines.some((pattern) => pattern.test(bare))) return { start: offset, end: offset + bare.length };
    if (bare.trim() !== "" && !bare.startsWith(" ") && /^[\w"'-]+[ \t]*:(?:[ \t]|$)/.test(bare)) return null;
    offset += line.length + 1;
  }
  return null;
}

interface OtherDocument {
  readonly name: string;
  readonly message: string;
  readonly is: (root: MapNode) => Range | null;
}

const documents: readonly OtherDocument[] = [
  {
    name: "traceability report",
    message: "this is a report of the LOBSTER traceability tool, no workflow: it is skipped",
    is: (root) => {
      const schema = entryOf(root, "schema");
      const text = textAt(schema?.value);
      if (schema === undefined || text === null || !/^lobster-[a-z]+-trace$/.test(text)) return null;
      return has(root, "generator") || has(root, "data") ? schema.range : null;
    },
  },
  without("GitHub Actions", ["jobs"], "this is a GitHub Actions workflow (`jobs:`), not one of Lobster: it is skipped"),
  without("Compose", ["services"], "this is a Compose file (`services:`), no workflow: it is skipped"),
  without("Kubernetes", ["apiVersion", "kind"], "this is a Kubernetes object, no workflow: it is skipped"),
  without("OpenAPI", ["openapi", "paths"], "this is an OpenAPI description, no workflow: it is skipped"),
  without("JSON Schema", ["$schema", "properties"], "this is a JSON Schema, no workflow: it is skipped"),
  without("package", ["dependencies", "version"], "this describes a package, no workflow: it is skipped"),
];

/** A document that has all of these keys and no `steps`. */
function without(name: string, keys: readonly string[], message: string): OtherDocument {
  return {
    name,
    message,
    is: (root) => {
      if (has(root, "steps") || !keys.every((key) => has(root, key))) return null;
      return entryOf(root, keys[0] ?? "")?.key.range ?? null;
    },
  };
}

function has(map: MapNode, key: string): boolean {
  return entryOf(map, key) !== undefined;
}

function textAt(node: DataNode | null | undefined): string | null {
  const target = resolved(node);
  return target?.kind === "scalar" && typeof target.value === "string" ? target.value : null;
}
