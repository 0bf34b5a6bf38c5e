import { relative, resolve } from "node:path";

/** Whether the patterns of a configuration in `folder` leave a file out: `*` and `?` within a name, `**` over folders. */
export function isIgnored(path: string, folder: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return false;
  const inside = relative(resolve(folder), path).replaceAll("\\", "/");
  if (inside.startsWith("..")) return false;
  const names = inside.split("/");
  // A pattern that fits a folder leaves out all that is in it.
  const places = names.map((_, index) => names.slice(0, index + 1).join("/"));
  return patterns.some((pattern) => {
    const fits = expressionOf(pattern);
    return places.some((place) => fits.test(place));
  });
}

function expressionOf(pattern: string): RegExp {
  const plain = pattern.replace(/^\.\//, "").replace(/\/+$/, "");
  const source = plain.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === "**/") return "(?:[^/]+/)*";
    if (found === "**") return ".*";
    if (found === "*") return "[^/]*";
    return found === "?" ? "[^/]" : `\\${found}`;
  });
  return new RegExp(`^${source}$`);
}
