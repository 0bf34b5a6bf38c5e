import type { EnvNode } from "@lobster-lang/language";
import type { PlanEnv } from "@lobster-lang/plan";
import type { PlaceLowering } from "./lowering.ts";
import { lowerText } from "./text.ts";

/** Entries of `env:` in file order, numbers and booleans as spelled (D13). */
export function lowerEnv(env: readonly EnvNode[], pointer: string, lowering: PlaceLowering): readonly PlanEnv[] {
  const entries = env.flatMap((node) =>
    node.value === null ? [] : [{ node, value: lowerText(node.value, lowering.names) }],
  );
  return entries.map(({ node, value }, index) => {
    lowering.mark(`${pointer}/${index}`, node.range);
    checkName(node, lowering);
    return { name: node.name, value };
  });
}

function checkName({ name, entry }: EnvNode, lowering: PlaceLowering): void {
  if (name === "" || /[=\0]/.test(name))
    lowering.refuse(
      "wrong-type",
      entry.key.range,
      `\`${name}\` is no name that a variable can have; use letters, digits and \`_\``,
    );
  else if (name.startsWith("_LOBSTER_"))
    lowering.refuse(
      "wrong-type",
      entry.key.range,
      `names that start with \`_LOBSTER_\` are kept for the runtime; rename \`${name}\``,
    );
}
