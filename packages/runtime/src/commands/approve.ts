import type { Json } from "@lobster-lang/plan";
import type { Arguments } from "./arguments.ts";
import type { Command } from "./command.ts";

/** `approve`: a gate in a pipeline; the run may stop here, and the approved items go on at its resume. */
export const approve: Command = { kind: "gate" };

/** What the stage asks: prompt, items, and with `--preview-from-stdin` the first of them as text. */
export function approveRequest(args: Arguments, items: readonly Json[]) {
  const shown = args.flag("preview-from-stdin") ? items.slice(0, args.number("limit") ?? 5) : [];
  return {
    prompt: args.text("prompt") ?? "Approve?",
    items,
    preview: shown.length === 0 ? null : previewOf(shown),
    approvers: [],
    expiresMs: null,
    alwaysPauses: args.flag("emit"),
  };
}

function previewOf(items: readonly Json[]): string {
  return items.every((item) => typeof item === "string") ? items.join("\n") : JSON.stringify(items, null, 2);
}
