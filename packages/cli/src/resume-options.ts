import type { Arguments } from "./arguments.ts";
import { givenArguments } from "./given-arguments.ts";
import type { Io } from "./io.ts";
import { stateFolder } from "./state-folder.ts";

/** What resumes have in common, whatever names the run. */
export async function commonOptions(args: Arguments, io: Io) {
  return {
    args: await givenArguments(args, { args: [] }, io, "resume"),
    stateDir: stateFolder(io),
    env: io.env,
    onWarning: (message: string) => io.stderr.write(`warning: ${message}\n`),
  };
}
