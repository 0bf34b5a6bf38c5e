import { entryOf, type CommandProgram, type EntryNode, type MapNode, type StepNode } from "@lobster-lang/language";

/** Stages that act on others: the runtime never repeats a failed attempt of theirs (original-runtime.md 10). */
const acting: ReadonlySet<string> = new Set(["gog.gmail.send", "openclaw.invoke", "clawd.invoke", "openclaw.agent"]);

/** The `retry:` of a step where it does nothing, and why; null where it works, or is not there. */
export function refusedRetry(
  step: StepNode,
  map: MapNode,
): { readonly entry: EntryNode; readonly message: string } | null {
  const entry = entryOf(map, "retry");
  if (entry === undefined) return null;
  const stages = step.actions.flatMap((action) => (action.kind === "pipeline" ? action.pipeline.stages : []));
  for (const { name, signature } of stages) {
    const reason = name === null || signature === null ? null : reasonOf(name.text, signature.program);
    if (reason !== null) return { entry, message: `\`retry\` does nothing here: ${reason}` };
  }
  return null;
}

function reasonOf(name: string, program: CommandProgram | undefined): string | null {
  if (program?.retrySafe === false) {
    return `\`${name}\` might do its work twice; where it cannot, say \`retry-safe: true\` in \`${program.from}\``;
  }
  return acting.has(name) ? `what a failed \`${name}\` did already, nobody knows, so it is not repeated` : null;
}
