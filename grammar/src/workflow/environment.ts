import type { DataNode, EnvNode } from "@lobster-lang/language";
import { mapIn, textIn } from "./build-context.ts";

/** The entries of an `env:` map, in file order; numbers and booleans are text as spelled (D13). */
export function envOf(node: DataNode | null | undefined): readonly EnvNode[] {
  return (mapIn(node)?.entries ?? []).map((entry) => ({
    kind: "env-entry",
    range: entry.range,
    entry,
    name: entry.key.text,
    value: textIn(entry.value, "env"),
  }));
}
