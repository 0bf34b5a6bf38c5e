import { inlineBytes, type Stored } from "@lobster-lang/state";
import { appendFile } from "node:fs/promises";
import type { Batches } from "./commands/command.ts";
import type { StageWorld } from "./stage-world.ts";

/** Writes items down as they come: memory holds no more of them than the journal would. */
export async function keepItems(
  batches: Batches,
  { outputs, vault }: Pick<StageWorld, "outputs" | "vault">,
): Promise<Stored> {
  let text = "";
  let capture: string | null = null;
  for await (const batch of batches) {
    for (const item of batch) text += `${JSON.stringify(item)}\n`;
    if (text.length <= inlineBytes) continue;
    capture ??= outputs.capturePath("items");
    await appendFile(capture, vault.seal(text), { mode: 0o600 });
    text = "";
  }
  if (capture === null) return outputs.keep(text);
  await appendFile(capture, vault.seal(text));
  return outputs.adopt(capture);
}
