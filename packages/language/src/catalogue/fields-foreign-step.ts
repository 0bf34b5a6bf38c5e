import type { LookAlike, PartName } from "./field-types.ts";

const steps: readonly PartName[] = ["step", "branch", "sub-step"];

const flow: readonly LookAlike[] = [
  {
    keys: ["if", "run_if", "only_if", "conditions"],
    on: steps,
    instead: "when",
    convert: "same",
    advice: "write `when:`",
  },
  {
    keys: ["unless", "skip_if"],
    on: steps,
    advice: "write `when:` with the opposite condition, e.g. `when: '!$a.json.done'`",
  },
  {
    keys: ["needs", "depends_on", "after", "requires", "deps", "runs_after"],
    on: steps,
    convert: "file-order",
    advice: "steps run in the order of the file, so leave it out",
  },
  {
    keys: ["next", "goto", "then", "else", "on_success", "before", "flow", "switch", "case"],
    on: steps,
    advice: "steps run in the order of the file, and `when:` leaves one out",
  },
  {
    keys: ["loop", "with_items", "items", "each", "matrix", "repeat"],
    on: ["step"],
    action: true,
    advice: "a loop is `for_each: $step.json` with `steps:` below it",
  },
  {
    keys: ["until", "while", "max_iterations"],
    on: steps,
    advice: "there are no open loops: loop inside the command",
  },
  {
    keys: ["finally", "halt", "early_exit", "exit"],
    on: steps,
    advice: "`on_error: skip_rest` ends a run early, `when:` leaves steps out",
  },
];

const blocks: readonly LookAlike[] = [
  {
    keys: ["fork", "concurrent", "branches_parallel", "parallel_steps"],
    on: ["step"],
    action: true,
    advice: "steps that run at the same time are `parallel: {branches: [...]}`",
  },
  { keys: ["join", "wait_for", "collect"], on: ["step"], advice: "leave it out: later steps read `$id.json`" },
];

const failure: readonly LookAlike[] = [
  {
    keys: ["timeout", "timeout_seconds", "timeout_secs", "timeout_s", "timeout_sec"],
    on: [...steps, "parallel"],
    instead: "timeout_ms",
    convert: "seconds",
    advice: "write `timeout_ms:` with milliseconds",
  },
  {
    keys: ["timeout_minutes", "timeout_min"],
    on: [...steps, "parallel"],
    instead: "timeout_ms",
    convert: "minutes",
    advice: "write `timeout_ms:` with milliseconds",
  },
  {
    keys: ["timeout_milliseconds", "timeout_millis"],
    on: [...steps, "parallel"],
    instead: "timeout_ms",
    convert: "milliseconds",
    advice: "write `timeout_ms:`",
  },
  {
    keys: ["retries", "retry_count", "max_retries"],
    on: steps,
    instead: "retry",
    convert: "retries",
    advice: "write `retry: {max: …}`, which counts all attempts, the first included",
  },
  {
    keys: ["attempts", "max_attempts"],
    on: steps,
    instead: "retry",
    convert: "attempts",
    advice: "write `retry: {max: …}`",
  },
  {
    keys: ["retry_delay", "retry_delay_ms", "backoff", "delay_ms"],
    on: steps,
    advice: "it belongs into `retry:`, as `delay_ms` or `backoff`",
  },
  {
    keys: ["continue_on_error", "ignore_errors", "ignore_error", "allow_failure"],
    on: steps,
    instead: "on_error",
    convert: "continue-flag",
    advice: "write `on_error: continue`",
  },
  {
    keys: ["on_fail", "on_failure", "if_error"],
    on: steps,
    instead: "on_error",
    convert: "same",
    advice: "write `on_error:` with `stop`, `continue` or `skip_rest`",
  },
  {
    keys: ["fail_fast"],
    on: [...steps, "parallel"],
    advice: "a failure stops the run unless `on_error:` says otherwise, so leave it out",
  },
];

const commands: readonly LookAlike[] = [
  {
    keys: ["cmd", "exec", "script", "bash", "sh", "shell_command"],
    on: steps,
    instead: "run",
    convert: "same",
    advice: "write `run:`",
  },
  { keys: ["shell"], on: steps, advice: "a command is `run:`, another shell is `env: {LOBSTER_SHELL: /bin/bash}`" },
  { keys: ["pipe", "stages"], on: steps, instead: "pipeline", convert: "same", advice: "write `pipeline:`" },
  {
    keys: ["subworkflow", "call", "lobster", "file"],
    on: steps,
    action: true,
    advice: "another workflow file is called by `workflow: ./file.lobster`",
  },
  {
    keys: ["args", "with", "params", "parameters", "arguments", "inputs"],
    on: steps,
    instead: "workflow_args",
    convert: "same",
    advice:
      "a `workflow:` step takes `workflow_args:`, other steps have parameters in the command itself, `env:` or `stdin:`",
  },
  {
    keys: ["input_data", "from", "source", "data"],
    on: steps,
    instead: "stdin",
    convert: "same",
    advice: "what a step reads is `stdin:`",
  },
  {
    keys: ["working_directory", "workdir", "working_dir", "directory", "dir", "chdir"],
    on: ["file", ...steps],
    instead: "cwd",
    convert: "same",
    advice: "write `cwd:`",
  },
  {
    keys: ["environment", "envs", "env_vars", "environment_variables"],
    on: ["file", ...steps],
    instead: "env",
    convert: "same",
    advice: "write `env:`",
  },
  { keys: ["vars", "variables"], on: steps, instead: "env", convert: "same", advice: "write `env:`" },
  {
    keys: ["output", "outputs", "result", "results", "save_as", "capture", "register", "output_format"],
    on: steps,
    advice: "nothing needs to be declared: later steps read `$id.stdout` and `$id.json`",
  },
  { keys: ["sleep", "delay", "pause"], on: steps, advice: "a pause is `run: sleep 5`" },
  {
    keys: ["agent", "prompt", "model", "agent_turn", "skill", "instruction", "instructions", "system", "tools"],
    on: steps,
    action: true,
    advice: "a model is asked by a stage: `pipeline: llm.invoke --prompt '…'`",
  },
  {
    keys: ["tool", "action", "task", "type", "function"],
    on: steps,
    action: true,
    advice: "a step says what it does by `run:`, `pipeline:` or `approval:`",
  },
];

const gates: readonly LookAlike[] = [
  {
    keys: [
      "approvals",
      "approve",
      "requires_approval",
      "require_approval",
      "approval_required",
      "needs_approval",
      "confirm",
      "gate",
    ],
    on: ["step", "sub-step"],
    instead: "approval",
    convert: "same",
    advice: "write `approval:`, else nothing asks",
    judge: "not-a-gate",
  },
  {
    keys: ["initiated_by", "required_approver", "require_different_approver", "approvers", "expires_ms"],
    on: ["step", "sub-step"],
    advice: "it belongs into `approval:`",
    judge: "unknown-approval-key",
  },
  {
    keys: ["approver"],
    on: ["step", "sub-step"],
    advice: "write `approval: {required_approver: …}`",
    judge: "unknown-approval-key",
  },
  {
    keys: ["on_reject", "on_approve", "on_approval", "on_rejected"],
    on: steps,
    advice: "a refusal ends the run, and the next steps run after consent",
  },
];

/** Keys of other languages on a step. */
export const stepLookAlikes: readonly LookAlike[] = [...flow, ...blocks, ...failure, ...commands, ...gates];
