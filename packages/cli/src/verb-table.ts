import {
  configuration,
  exitCode,
  file,
  format,
  json,
  key,
  secretArguments,
  workflowArguments,
} from "./verb-options.ts";
import type { VerbDescription } from "./verb-types.ts";

/** Every verb, in the order of the help. */
export const verbTable: readonly VerbDescription[] = [
  {
    name: "check",
    summary: "Finds every fault of workflow files, and mends those it is sure of.",
    usage: ["lobster check FILE… [--fix] [--format text|json] [--max-warnings N] [--quiet] [--ignore-missing]"],
    options: [
      { name: "fix", doc: "Applies the fixes that keep the meaning, then reports what is left." },
      format(["text", "json"], "How to print the findings."),
      { name: "max-warnings", value: "N", doc: "Exit 1 when there are more warnings than this." },
      { name: "quiet", doc: "Errors only." },
      { name: "ignore-missing", doc: "A called workflow (`workflow:`) that is not there is a warning." },
      { name: "stdin-filename", value: "NAME", doc: "The name to show and to judge by for standard input (`-`)." },
      ...configuration,
    ],
    notes: [
      "A folder stands for all workflow files in it (.lobster, .lobster.yaml, .lobster.yml, .lobster.json); `-` is standard input.",
      "Errors in files that a file calls are told, too.",
      "Exit codes: 0 clean or warnings only, 1 errors, 2 wrong use.",
    ],
    examples: ["lobster check inbox.lobster", "lobster check --fix workflows/", "lobster check - < inbox.lobster"],
  },
  {
    name: "fmt",
    summary: "Writes workflow files in the one form that all have.",
    usage: ["lobster fmt [FILE…] [--check]"],
    options: [
      { name: "check", doc: "Writes nothing: lists the files that would change, and exits 1 when there are any." },
      { name: "stdin-filename", value: "NAME", doc: "The name to show and to judge by for standard input (`-`)." },
    ],
    notes: [
      "Keys in the order of the documentation, two spaces a level, commands of several lines as blocks, quotes only where they say something. Comments and empty lines stay, and the plan stays the same.",
      "A folder stands for all workflow files in it, no file for the current folder; `-` is standard input, which is written to standard output.",
      "A file with a fault of YAML is not touched. Exit codes: 0 done, 1 a file is not in this form (`--check`) or has a fault, 2 wrong use.",
    ],
    examples: ["lobster fmt inbox.lobster", "lobster fmt --check workflows/", "lobster fmt - < inbox.lobster"],
  },
  {
    name: "explain",
    summary: "Explains a rule: what it finds, why, a wrong and a right example.",
    usage: ["lobster explain RULE", "lobster explain"],
    options: [format(["text", "json"], "How to print the rule.")],
    notes: ["Without a rule it lists them all."],
    examples: ["lobster explain per-step-env-var"],
  },
  {
    name: "parse",
    summary: "Prints the tree of a file or a pipeline.",
    usage: ["lobster parse FILE [--json]", "lobster parse --pipeline TEXT [--json]"],
    options: [
      { name: "json", doc: "The whole tree as JSON, with the findings." },
      { name: "pipeline", value: "TEXT", doc: "An inline pipeline instead of a file." },
      ...configuration,
    ],
    notes: ["`-` is standard input."],
    examples: ["lobster parse inbox.lobster", "lobster parse --pipeline 'exec ls | head --n 3' --json"],
  },
  {
    name: "compile",
    summary: "Compiles a workflow to its plan, the JSON that runs.",
    usage: ["lobster compile FILE [-o PLAN] [--no-source]", "lobster compile FILE --check PLAN"],
    options: [
      { name: "out", short: "o", value: "PLAN", doc: "Writes the plan here instead of standard output." },
      { name: "check", value: "PLAN", doc: "Exit 1 when this plan is not what the file compiles to." },
      { name: "no-source", doc: "Leaves out the places of the source." },
      ...configuration,
    ],
    notes: ["The same source gives the same plan, byte for byte, on every machine: commit it, review it, run it."],
    examples: [
      "lobster compile inbox.lobster -o inbox.plan.json",
      "lobster compile inbox.lobster --check inbox.plan.json",
    ],
  },
  {
    name: "run",
    summary: "Runs a workflow file, a plan or an inline pipeline.",
    usage: ["lobster run FILE|PLAN [options]", "lobster run 'PIPELINE' [options]", "lobster 'PIPELINE'"],
    options: [
      file,
      {
        name: "mode",
        value: "tool|human",
        values: ["tool", "human"],
        doc: "`tool`: exactly one JSON envelope on standard output, no questions.",
      },
      ...workflowArguments,
      { name: "dry-run", doc: "Shows the plan and runs nothing." },
      { name: "timeout", value: "MS", doc: "Ends the run after this many milliseconds." },
      exitCode,
      ...configuration,
    ],
    notes: [
      "Options of lobster stand before a pipeline that is given in several words: what comes after belongs to it.",
      "At a gate a terminal is asked; without one the run pauses and prints its envelope: `lobster resume` goes on.",
      "Exit codes: 0 done, paused or cancelled, 1 failed, 2 wrong input, 128+n ended by a signal.",
    ],
    examples: [
      "lobster run inbox.lobster --arg tag=family",
      "lobster run --mode tool \"exec --json --shell 'inbox list --json' | head --n 5\"",
      "lobster run inbox.plan.json --exit-code",
    ],
  },
  {
    name: "resume",
    summary: "Answers the gate or the question of a paused run, or continues a run that failed or was killed.",
    usage: [
      "lobster resume --token TOKEN|--id ID --approve yes|no [--exit-code]",
      "lobster resume --token TOKEN|--id ID --response-json JSON|--response-file FILE [--exit-code]",
      "lobster resume --token TOKEN|--id ID --cancel",
      "lobster resume --run RUN [--rerun STEP]… [--mark-done STEP]…",
    ],
    options: [
      { name: "token", value: "TOKEN", doc: "The `resumeToken` of the envelope." },
      { name: "id", value: "ID", doc: "The short `approvalId` of the envelope." },
      { name: "run", value: "RUN", doc: "A run that failed or was killed: it goes on from where it stopped." },
      { name: "rerun", value: "STEP", repeatable: true, doc: "An interrupted step that is to run again. Repeatable." },
      {
        name: "mark-done",
        value: "STEP",
        repeatable: true,
        doc: "An interrupted step that you found done: it counts as finished, without output. Repeatable.",
      },
      {
        name: "approve",
        aliases: ["decision"],
        value: "yes|no",
        values: ["yes", "no", "y", "n", "true", "false"],
        doc: "`yes` goes on, `no` cancels the run.",
      },
      {
        name: "cancel",
        value: "yes|no",
        optionalValue: true,
        values: ["yes", "no", "true", "false", "1", "0"],
        doc: "Cancels the run.",
      },
      key,
      ...secretArguments,
      { name: "response-json", value: "JSON", doc: "The answer to an input; it must fit its schema." },
      { name: "response-file", value: "FILE", doc: "The same in a file; `-` is standard input." },
      exitCode,
      ...configuration,
    ],
    notes: [
      "Prints one JSON envelope. What runs is the plan that was stored when the run began.",
      "An answer that does not fit is refused with exit 2, and the question stays open.",
      "Finished steps are never run again, and an approval or an answer is worth what it was. A step that was interrupted may have done a part of its work: say `--rerun` or `--mark-done` (unless it is `idempotent: true`).",
    ],
    examples: [`lobster resume --id 1a2b3c4d --response-json '{"city": "Paris"}'`],
  },
  {
    name: "approve",
    summary: "Approves the gate of a paused run, and the run goes on.",
    usage: ["lobster approve ID [--key FILE] [--exit-code]"],
    options: [key, ...secretArguments, exitCode, ...configuration],
    notes: ["Prints one JSON envelope. `lobster runs` lists the approvals that wait."],
    examples: ["lobster approve 1a2b3c4d"],
  },
  {
    name: "reject",
    summary: "Refuses the gate of a paused run, which cancels the run.",
    usage: ["lobster reject ID [--exit-code]"],
    options: [...secretArguments, exitCode, ...configuration],
    notes: ["Prints one JSON envelope."],
    examples: ["lobster reject 1a2b3c4d"],
  },
  {
    name: "runs",
    summary: "Lists the runs of the state folder: what ended how, what waits, what was interrupted.",
    usage: ["lobster runs [--status STATUS] [--limit N] [--json]"],
    options: [
      {
        name: "status",
        value: "STATUS",
        values: ["ok", "failed", "cancelled", "aborted", "paused", "running", "interrupted"],
        doc: "Only runs that stand like this.",
      },
      { name: "limit", value: "N", doc: "The newest of them only." },
      json,
    ],
    notes: ["The state folder is LOBSTER_STATE_DIR, else `~/.lobster/state`."],
    examples: ["lobster runs --status paused"],
  },
  {
    name: "show",
    summary: "Shows one run: its steps with times and messages, its gates and who decided them.",
    usage: ["lobster show RUN [--json]"],
    options: [json],
    notes: ["`--json` also holds what each step left."],
    examples: ["lobster show 20261130-181500-3fa9c1d2"],
  },
  {
    name: "replay",
    summary: "Executes a plan on the recorded outputs of a run, without any effect.",
    usage: ["lobster replay RUN [--plan FILE] [--json]"],
    options: [
      { name: "plan", value: "FILE", doc: "A changed workflow or plan; without it the run's own." },
      json,
      ...configuration,
    ],
    notes: [
      "Tells what a changed condition or plan would have done: which steps run that did not, and the other way round. It stops, by name, at a step that the run has no record of.",
      "Exit codes: 0 as it was, 1 another course or a step without a record, 2 wrong use.",
    ],
    examples: ["lobster replay 20261130-181500-3fa9c1d2 --plan inbox.lobster"],
  },
  {
    name: "keygen",
    summary: "Makes a key that signs approvals.",
    usage: ["lobster keygen -o FILE"],
    options: [{ name: "out", short: "o", value: "FILE", doc: "Where the private key goes; nothing is written over." }],
    notes: [
      "Prints the public key, `ed25519:…`, for the list `approvers:` of a gate: then an approval counts that `lobster approve ID --key FILE` has signed, and no other.",
    ],
    examples: ["lobster keygen -o approver.pem"],
  },
  {
    name: "prune",
    summary: "Removes old runs from the state folder.",
    usage: ["lobster prune --older-than AGE [--unfinished] [--dry-run] [--json]"],
    options: [
      { name: "older-than", value: "AGE", doc: "Minutes, hours, days or weeks: `90m`, `12h`, `30d`, `4w`." },
      { name: "unfinished", doc: "Also runs that could still be continued: failed, interrupted, waiting." },
      { name: "dry-run", doc: "Only tells which runs would go." },
      json,
    ],
    notes: ["A run that a process works on stays."],
    examples: ["lobster prune --older-than 30d"],
  },
  {
    name: "graph",
    summary: "Draws the steps of a workflow or plan as text.",
    usage: ["lobster graph FILE|PLAN [--format mermaid|dot|ascii]"],
    options: [
      file,
      format(["mermaid", "dot", "ascii"], "Mermaid (the default), Graphviz, or plain text."),
      workflowArguments[0]!,
      ...configuration,
    ],
    notes: [],
    examples: ["lobster graph inbox.lobster --format ascii"],
  },
  {
    name: "doctor",
    summary: "Tells whether this machine can run workflows.",
    usage: ["lobster doctor"],
    options: [],
    notes: ["Prints one JSON envelope; exit 1 when something is wrong."],
    examples: ["lobster doctor"],
  },
  {
    name: "version",
    summary: "Prints the version.",
    usage: ["lobster version"],
    options: [],
    notes: [],
    examples: ["lobster version"],
  },
  {
    name: "help",
    summary: "Explains a verb or a stage of the pipe language.",
    usage: ["lobster help", "lobster help VERB", "lobster help STAGE"],
    options: [...configuration],
    notes: [],
    examples: ["lobster help run", "lobster help where"],
  },
];

/** The description of a verb. */
export function verbNamed(name: string): VerbDescription | undefined {
  return verbTable.find((verb) => verb.name === name);
}

/** As `verbNamed`, for a verb that is known to exist. */
export function described(name: string): VerbDescription {
  const verb = verbNamed(name);
  if (verb === undefined) throw new Error(`no verb ${name}`);
  return verb;
}
