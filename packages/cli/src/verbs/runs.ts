import { openState, type RunSummary } from "@lobster-lang/state";
import { readArguments, wholeNumber } from "../arguments.ts";
import { columns, patienceOf, runAsJson, timeOf } from "../run-list.ts";
import { stateFolder } from "../state-folder.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";
import { visibleJson } from "../render/terminal-text.ts";

/** `lobster runs`: what ran, what waits, what was interrupted; newest first. */
export const verb: Verb = {
  async run(words, io) {
    const args = readArguments(described("runs"), words);
    if (args.positionals.length > 0) {
      throw new UsageError(
        `\`lobster runs\` lists them all; one run is shown by \`lobster show ${args.positionals[0]}\``,
      );
    }
    const state = await openState(stateFolder(io));
    const status = args.value("status");
    const found = (await state.listRuns()).filter((run) => status === null || run.status === status);
    const runs = found.slice(0, wholeNumber(args, "limit", 1) ?? found.length);
    if (args.has("json")) io.stdout.write(`${visibleJson(JSON.stringify(runs.map(runAsJson), null, 2))}\n`);
    else if (runs.length === 0) io.stderr.write(`no runs in \`${state.path}\`\n`);
    else io.stdout.write(columns([["RUN", "STATUS", "STARTED", "NAME", "WAITS FOR"], ...runs.map(row)]));
    return 0;
  },
};

function row(summary: RunSummary): readonly string[] {
  const { header, status, gate, isInput, interrupted } = summary;
  const waits =
    gate !== null
      ? `${isInput ? "answer" : "approval"} ${gate}${patienceOf(summary, Date.now())}`
      : interrupted.length > 0
        ? `a word about ${interrupted.join(", ")}`
        : "";
  return [header.run, status, timeOf(header.created), header.name ?? "-", waits];
}
