import { inlineBytes, type OutputStore, type Stored } from "@lobster-lang/state";
import { appendFile } from "node:fs/promises";
import type { Batches } from "./commands/command.ts";

/** Writes items down as they come: memory holds no more of them than the journal would. */
export async function keepItems(batches: Batches, outputs: OutputStore): Promise<Stored> {
  let text = "";
  let capture: string | null = null;
  for await (const batch of batches) {
    for (const item of batch) text += `${JSON.stringify(item)}\n`;
    if (text.length <= inlineBytes) continue;
    capture ??= outputs.capturePath("items");
    await appendFile(capture, text, { mode: 0o600 });
    text = "";
  }
  if (capture === null) return outputs.keep(text);
  await appendFile(capture, text);
  return outputs.adopt(capture);
}
