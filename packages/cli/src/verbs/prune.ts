import { nodeFiles, openState, pruneRuns } from "@lobster-lang/state";
import { readArguments } from "../arguments.ts";
import { visibleJson } from "../render/terminal-text.ts";
import { runAsJson } from "../run-list.ts";
import { stateFolder } from "../state-folder.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";

const units: { readonly [unit: string]: number } = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `lobster prune`: removes old runs that have ended, and on demand those that nobody took up again. */
export const verb: Verb = {
  async run(words, io) {
    const args = readArguments(described("prune"), words);
    if (args.positionals.length > 0) throw new UsageError("`lobster prune` takes no runs: write `--older-than 30d`");
    const age = durationOf(args.value("older-than"));
    const state = await openState(stateFolder(io));
    const dryRun = args.has("dry-run");
    const removed = await pruneRuns(state, nodeFiles, {
      before: Date.now() - age,
      unfinished: args.has("unfinished"),
      dryRun,
    });
    if (args.has("json")) io.stdout.write(`${visibleJson(JSON.stringify(removed.map(runAsJson), null, 2))}\n`);
    else {
      for (const { header, status } of removed) io.stdout.write(`${header.run}  ${status}\n`);
      const runs = `${removed.length} run${removed.length === 1 ? "" : "s"}`;
      io.stderr.write(dryRun ? `${runs} would be removed\n` : `${runs} removed\n`);
    }
    return 0;
  },
};

function durationOf(text: string | null): number {
  if (text === null) throw new UsageError("`lobster prune` needs `--older-than AGE`, such as `30d`, `12h`, `2w`");
  const match = /^(\d+)([mhdw])$/.exec(text.trim().toLowerCase());
  const ms = match === null ? NaN : Number(match[1]) * units[match[2]!]!;
  if (!Number.isSafeInteger(ms))
    throw new UsageError(`\`--older-than ${text}\` is no age: write \`30d\`, \`12h\` or \`2w\``);
  return ms;
}
