/** Singular names of the lists in a plan, as a sentence says them. */
const elements: { readonly [list: string]: string } = {
  args: "argument",
  env: "variable",
  steps: "step",
  branches: "branch",
  bindings: "binding",
  stages: "stage",
  assignments: "assignment",
  filters: "filter",
};

/** A JSON pointer into a plan in words: `/steps/1/action/script/bindings/0` → "step `b`, action, script, binding `X`". */
export function placeInWords(plan: unknown, pointer: string): string {
  const keys = pointer.split("/").slice(1).map(unescapeKey);
  const words: string[] = [];
  let value = plan;
  for (const [index, key] of keys.entries()) {
    const inList = Array.isArray(value);
    value = isRecord(value) || Array.isArray(value) ? (value as { [key: string]: unknown })[key] : undefined;
    if (inList) {
      const list = keys[index - 1] ?? "";
      // The element says it all: "step `a`", not "steps, step `a`".
      if (elements[list] !== undefined) words.pop();
      words.push(`${elements[list] ?? "number"} ${nameOf(value) ?? Number(key) + 1}`);
    } else if (index === 1 && keys[0] === "children") {
      words.splice(0, 1, `child ${nameOf(value) ?? `\`${key.slice(0, 8)}\``}`);
    } else words.push(key);
  }
  return words.length === 0 ? "the plan" : words.join(", ");
}

/** The value that a JSON pointer names, or undefined. */
export function valueAt(plan: unknown, pointer: string): unknown {
  let value = plan;
  for (const key of pointer.split("/").slice(1).map(unescapeKey)) {
    if (!isRecord(value) && !Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, key) ? (value as { [key: string]: unknown })[key] : undefined;
  }
  return value;
}

function nameOf(element: unknown): string | null {
  if (!isRecord(element)) return null;
  for (const key of ["id", "name", "variable", "command"]) {
    const name = element[key];
    if (typeof name === "string" && name !== "") return `\`${name}\``;
  }
  return null;
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unescapeKey(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}
