import {
  historyOf,
  openState,
  type Decision,
  type RunHistory,
  type RunSummary,
  type StepHistory,
} from "@lobster-lang/state";
import { readArguments } from "../arguments.ts";
import { visible, visibleJson } from "../render/terminal-text.ts";
import { columns, patienceOf, runAsJson, timeOf } from "../run-list.ts";
import { stateFolder } from "../state-folder.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";

/** `lobster show RUN`: one run with its steps, times, outputs and gates. */
export const verb: Verb = {
  async run(words, io) {
    const args = readArguments(described("show"), words);
    const [name] = args.positionals;
    if (name === undefined || args.positionals.length > 1) {
      throw new UsageError("`lobster show` takes one run: `lobster runs` lists them");
    }
    const state = await openState(stateFolder(io));
    const run = await state.openRun(name);
    const summary = await state.summaryOf(name);
    if (summary === null) throw new UsageError(`the folder of run \`${name}\` is damaged`);
    const history = historyOf((await run.readJournal()).records, summary.status === "running");
    if (args.has("json")) {
      const { steps, gates, message } = history;
      const whole = { ...runAsJson(summary), message, arguments: summary.header.args, steps, gates };
      io.stdout.write(`${visibleJson(JSON.stringify(whole, null, 2))}\n`);
    } else io.stdout.write(textOf(summary, history));
    return 0;
  },
};

function textOf(summary: RunSummary, history: RunHistory): string {
  const { header, status } = summary;
  const facts = [
    ["run", header.run],
    ["status", status],
    ["name", header.name ?? "-"],
    ["source", header.sourcePath ?? "an inline pipeline"],
    ["folder", header.cwd],
    ["started", timeOf(header.created)],
    ["updated", timeOf(summary.updated)],
    ["plan", header.planHash],
    ...Object.entries(header.args).map(([name, value]) => [`\${${name}}`, JSON.stringify(value)]),
  ];
  const steps = history.steps.map((step) => [step.key, step.status, timeTaken(step), step.message ?? ""]);
  const gates = history.gates.map(({ key, gate: id, prompt, decision }) => [
    key,
    id ?? "-",
    decision === null
      ? id === summary.gate
        ? "waits"
        : "-"
      : `${wordFor(decision)}${decision.by === null ? "" : ` by ${decision.by}`}`,
    prompt ?? "",
  ]);
  return [
    columns(facts),
    ...(steps.length === 0 ? [] : ["\n", columns([["STEP", "STATUS", "TIME", "MESSAGE"], ...steps])]),
    ...(gates.length === 0 ? [] : ["\n", columns([["GATE", "ID", "DECISION", "PROMPT"], ...gates])]),
    ...(history.message === null ? [] : [`\nended: ${visible(history.message)}\n`]),
    ...nextSteps(summary).map((line) => `\n${line}\n`),
  ].join("");
}

function wordFor({ approved, response }: Decision): string {
  if (!approved) return "refused";
  return response === undefined ? "approved" : "answered";
}

function timeTaken({ ms }: StepHistory): string {
  if (ms === null) return "";
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function nextSteps(summary: RunSummary): readonly string[] {
  const { header, status, gate, isInput, interrupted } = summary;
  if (gate !== null && isInput) {
    const resume = `lobster resume --id ${gate}`;
    return [`next: \`${resume} --response-json JSON\` or \`${resume} --cancel\``];
  }
  if (gate !== null)
    return [`next: \`lobster approve ${gate}\` or \`lobster reject ${gate}\`${patienceOf(summary, Date.now())}`];
  if (interrupted.length > 0) {
    const words = interrupted.map((key) => `--rerun ${key}|--mark-done ${key}`).join(" ");
    return [`next: \`lobster resume --run ${header.run} ${words}\``];
  }
  if (status === "failed" || status === "aborted" || status === "interrupted")
    return [`next: mend the cause, then \`lobster resume --run ${header.run}\``];
  return [];
}
