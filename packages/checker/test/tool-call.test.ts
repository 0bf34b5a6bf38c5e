import { checkPipeline } from "@lobster-lang/checker";
import { pipelineOf } from "@lobster-lang/grammar";
import { describe, expect, test } from "vitest";
import { found } from "./checking.ts";

/** Findings of a step after `mail`, with the arguments `to` and the secret `key`, as `rule: text that the range covers`. */
function findings(step: string): string[] {
  const file = `args:
  to: {default: me}
  key: {secret: true}
steps:
  - id: mail
    run: inbox list --json
  - id: call
    env: {TEXT: hello, to: "\${to}"}
    ${step.replaceAll("\n", "\n    ")}
`;
  return found(file);
}

describe("stays silent", () => {
  test.each([
    'pipeline: openclaw.invoke --tool message --action send --each --item-key message --args-json \'{"to":"${to}"}\'\nstdin: $mail.json',
    "pipeline: exec --json cat x.json | openclaw.invoke --tool message --action send --each",
    "pipeline: openclaw.invoke --tool t --action a --token ${key} --args-json '{\"x\":$mail.json}'",
    'pipeline: openclaw.invoke --tool t --action a --args-json \'{"x":"costs $5"}\'',
    'run: openclaw.invoke --tool message --action send --args-json \'{"to":"${to}","x":"$mail.json.x"}\'',
    'run: openclaw.invoke --tool message --action send --args-json \'{"t":"\'"$TEXT"\'"}\'',
    "run: openclaw.invoke --tool=message --action=send --dry-run",
    "run: openclaw.invoke --help",
    'run: openclaw.invoke "$@"',
  ])("%s", (step) => expect(findings(step)).toEqual([]));
});

describe("reports", () => {
  test.each([
    ["pipeline: openclaw.invoke --tool t", "missing-flag-value: openclaw.invoke"],
    ["pipeline: openclaw.invoke --tool t --action a\nstdin: $mail.json", "tool-call: stdin"],
    ['pipeline: openclaw.invoke --tool t --action a --args-json \'{"x":"$TEXT"}\'', "tool-call: $TEXT"],
    ["pipeline: openclaw.invoke --tool t --action a --args-json '{\"x\":}'", "missing-flag-value: '{\"x\":}'"],
    ["pipeline: openclaw.invoke --tool t --action a --token abc", "tool-call: abc"],
    ["pipeline: openclaw.invoke --tool t --action a --token ${to}", "tool-call: ${to}"],
    ["run: openclaw.invoke --tool t", "tool-call: openclaw.invoke"],
    ["run: openclaw.invoke --tool t --action a --arg-json '{}'", "tool-call: openclaw.invoke"],
    ["run: openclaw.invoke --tool t --action a\nstdin: $mail.json", "tool-call: stdin"],
    ["run: cat x | openclaw.invoke --tool t --action a", "tool-call: openclaw.invoke"],
    ['run: openclaw.invoke --tool t --action a --args-json \'{"x":"$TEXT"}\'', "tool-call: $TEXT"],
  ])("%s", (step, finding) => expect(findings(step)).toEqual([finding]));

  test("a token in an inline pipeline", () => {
    const reported = checkPipeline(pipelineOf("openclaw.invoke --tool t --action a --token abc"));
    expect(reported.map((one) => one.rule)).toEqual(["tool-call"]);
  });
});
