import { relative } from "node:path";

/**
 * Whether a pattern of a configuration in `folder` names a file: `*` and `?` within a name, `**` over folders. One that names
 * a folder names all that is in it; one without a `/` is a name anywhere below. It does not matter from where `path` is seen.
 */
export function patternFits(pattern: string, path: string, folder: string): boolean {
  const inside = relative(folder, path).replaceAll("\\", "/");
  if (inside.startsWith("../")) return false;
  const names = inside.split("/");
  const expression = expressionOf(pattern);
  return names.some((_, index) => expression.test(names.slice(0, index + 1).join("/")));
}

function expressionOf(pattern: string): RegExp {
  const plain = pattern.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
  const anywhere = /\//.test(pattern.replace(/\/+$/, "")) ? plain : `**/${plain}`;
  const source = anywhere.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === "**/") return "(?:[^/]+/)*";
    if (found === "**") return ".*";
    if (found === "*") return "[^/]*";
    return found === "?" ? "[^/]" : `\\${found}`;
  });
  return new RegExp(`^${source}$`);
}
