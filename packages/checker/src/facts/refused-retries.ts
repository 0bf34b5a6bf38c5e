import type { StepNode } from "@lobster-lang/language";

/** Stages that act on others: the runtime never repeats a failed attempt of theirs (original-runtime.md 10). */
const acting: ReadonlySet<string> = new Set(["gog.gmail.send", "openclaw.invoke", "clawd.invoke", "openclaw.agent"]);

/** Why `retry:` of a step does nothing, in words; null where it works. */
export function refusedRetry(step: StepNode): string | null {
  const stages = step.actions.flatMap((action) => (action.kind === "pipeline" ? action.pipeline.stages : []));
  for (const { name, signature } of stages) {
    if (name === null || signature === null) continue;
    const { program } = signature;
    if (program?.retrySafe === false) {
      return `\`${name.text}\` might do its work twice; where it cannot, say \`retry-safe: true\` in \`${program.from}\``;
    }
    if (acting.has(signature.name))
      return `what a failed \`${name.text}\` did already, nobody knows, so it is not repeated`;
  }
  return null;
}
