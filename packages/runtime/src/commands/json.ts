import type { Command } from "./command.ts";

/** `json`: ends the pipeline; the items as one indented list. */
export const json: Command = {
  kind: "rendered",
  name: "json",
  render: (items) => `${JSON.stringify(items, null, 2)}\n`,
};
