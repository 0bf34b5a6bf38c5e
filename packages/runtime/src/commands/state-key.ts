import { StepFailure } from "../failures.ts";
import type { Arguments } from "./arguments.ts";

/** The name of the stored value that a stage is about. */
export function keyOf(command: string, args: Arguments): string {
  const key = args.text("key")?.trim() ?? "";
  if (key === "") throw new StepFailure(`${command} needs the name of a value: \`${command} KEY\``);
  return key;
}
