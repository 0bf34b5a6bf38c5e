import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { newApproverKey } from "@lobster-lang/runtime";
import { readArguments } from "../arguments.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";

/** `lobster keygen -o FILE`: the private key goes into a file of its owner, the public one is printed. */
export const verb: Verb = {
  async run(words, io) {
    const args = readArguments(described("keygen"), words);
    const name = args.value("out");
    if (args.positionals.length > 0 || name === null) {
      throw new UsageError("`lobster keygen` needs the file for the private key: `-o FILE`");
    }
    const path = resolve(io.cwd, name);
    // A key that is lost is lost: it is never written over.
    if (existsSync(path)) throw new UsageError(`\`${name}\` exists: name another file, or remove it first`);
    const { privateKey, publicKey } = newApproverKey();
    try {
      writeFileSync(path, privateKey, { mode: 0o600, flag: "wx" });
    } catch (error) {
      throw new UsageError(`\`${name}\` cannot be written: ${(error as Error).message}`);
    }
    io.stdout.write(`${publicKey}\n`);
    io.stderr.write(`the private key is in \`${name}\`: keep it where no program that runs workflows can read it\n`);
    return 0;
  },
};
