import { replay } from "@lobster-lang/runtime";
import type { Replayed } from "@lobster-lang/runtime";
import { readArguments } from "../arguments.ts";
import type { Arguments } from "../arguments.ts";
import { configurationsFor } from "../configuration.ts";
import { compileTarget } from "../compile-target.ts";
import type { Io } from "../io.ts";
import { envelopeText } from "../one-document.ts";
import { coloursFor } from "../render/colour.ts";
import { renderText } from "../render/diagnostics-text.ts";
import { errorsOf } from "../render/findings.ts";
import { visible, visibleJson } from "../render/terminal-text.ts";
import { stateFolder } from "../state-folder.ts";
import { fileTarget } from "../target.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";

/** `lobster replay RUN`: 0 as it was, 1 another course or a step without a record, 2 wrong use. */
export const verb: Verb = {
  async run(words, io) {
    const args = readArguments(described("replay"), words);
    const [run] = args.positionals;
    if (run === undefined || args.positionals.length > 1) {
      throw new UsageError("`lobster replay` takes one run: `lobster runs` lists them");
    }
    const path = args.value("plan");
    const plan = path === null ? undefined : await planOf(path, args, io);
    if (plan === null) return 2;
    const options = { run, stateDir: stateFolder(io), env: io.env, ...(plan === undefined ? {} : { plan }) };
    const replayed = await replay(options);
    if (args.has("json")) io.stdout.write(`${visibleJson(JSON.stringify(replayed, null, 2))}\n`);
    else printForPerson(replayed, io);
    return replayed.stoppedAt === null && replayed.differences.length === 0 ? 0 : 1;
  },
};

async function planOf(path: string, args: Arguments, io: Io) {
  const { plan, files } = await compileTarget(await fileTarget(path, io), configurationsFor(args, io), io);
  if (plan === null) io.stderr.write(renderText(files.map(errorsOf), coloursFor(io.stderr, io.env)));
  return plan;
}

function printForPerson({ envelope, stoppedAt, differences }: Replayed, io: Io): void {
  for (const { key, was, now } of differences)
    io.stderr.write(`step \`${visible(key)}\`: then it ${was}, now it ${now}\n`);
  if (stoppedAt !== null) io.stderr.write(`stopped: ${visible(stoppedAt.message)}\n`);
  if (envelope !== null) io.stdout.write(envelopeText(envelope));
}
