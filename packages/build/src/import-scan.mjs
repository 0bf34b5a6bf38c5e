/**
 * The imports and exports of a TypeScript or JavaScript source: specifier, line, and whether only types come through.
 * Comments and string contents are blanked first, so that an example in a docstring is none.
 */
export function importsOf(text) {
  const code = withoutComments(text);
  const found = [];
  const statement = /(?:^|[;\n}])\s*(import|export)(\s+type)?\b([^;'"`]*?)\bfrom\s*(["'])([^"'\n]+)\4/g;
  for (const match of code.matchAll(statement)) {
    const names = /\{([^}]*)\}/.exec(match[3])?.[1];
    const everyType = names !== undefined && !/\w\s*,\s*\{|^\s*\w+\s*,/.test(match[3]) && allTypes(names);
    found.push({ specifier: match[5], typeOnly: match[2] !== undefined || everyType, line: lineOf(code, match) });
  }
  for (const match of code.matchAll(/(?:^|[;\n}])\s*import\s*(["'])([^"'\n]+)\1/g)) {
    found.push({ specifier: match[2], typeOnly: false, line: lineOf(code, match) });
  }
  for (const match of code.matchAll(/\bimport\(\s*(["'])([^"'\n]+)\1\s*\)/g)) {
    found.push({ specifier: match[2], typeOnly: false, line: lineOf(code, match) });
  }
  return found.toSorted((a, b) => a.line - b.line);
}

/** The source with comments blanked; line numbers and offsets stay. */
export function withoutComments(text) {
  const piece = /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
  return text.replace(piece, (token) => {
    if (token.startsWith("//") || token.startsWith("/*")) return token.replace(/[^\n]/g, " ");
    // A template may hold whole programs (examples of rules): what is in it is no import.
    return token.startsWith("`") ? token.replace(/[^\n`]/g, " ") : token;
  });
}

function allTypes(names) {
  const parts = names.split(",").map((name) => name.trim());
  return parts.filter((name) => name !== "").every((name) => name.startsWith("type "));
}

function lineOf(code, match) {
  const offset = match.index + match[0].length;
  return code.slice(0, offset).split("\n").length;
}
