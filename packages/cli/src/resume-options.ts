import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Arguments } from "./arguments.ts";
import { configurationsFor } from "./configuration.ts";
import { givenArguments } from "./given-arguments.ts";
import type { Io } from "./io.ts";
import { hostFor } from "./run-host.ts";
import { stateFolder } from "./state-folder.ts";
import { UsageError } from "./usage-error.ts";

function keyIn(path: string, io: Io): string {
  try {
    return readFileSync(resolve(io.cwd, path), "utf8");
  } catch (error) {
    throw new UsageError(
      `the key \`${path}\` cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** What resumes have in common, whatever names the run. */
export async function commonOptions(args: Arguments, io: Io) {
  const key = args.has("key") ? keyIn(args.value("key")!, io) : null;
  return {
    ...(key === null ? {} : { key }),
    args: await givenArguments(args, { args: [] }, io, "resume"),
    stateDir: stateFolder(io),
    env: io.env,
    host: hostFor(args, io),
    commands: (await configurationsFor(args, io).of(io.cwd)).own,
    onWarning: (message: string) => io.stderr.write(`warning: ${message}\n`),
  };
}
