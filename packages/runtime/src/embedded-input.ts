import { canonicalJson, type Json } from "@lobster-lang/plan";
import type { Decision } from "@lobster-lang/state";
import type { EmbeddedEngineOptions } from "./embedded-engine.ts";
import { Refused, Suspended, type InputRequest } from "./engine.ts";
import { publish } from "./events.ts";
import { RunFailure } from "./failures.ts";
import { approverFrom } from "./identity.ts";
import { pauseAtInput } from "./pause.ts";
import { withoutSecrets } from "./withheld.ts";

/**
 * The answer that the journal holds, or undefined where the question is to be asked: it was never decided, or its answer
 * holds secrets, which are not written down and which nobody has given to this process.
 */
export function recordedAnswer(
  decision: Decision | undefined,
  key: string,
  { responseSchema }: InputRequest,
  { answered, vault, warn }: EmbeddedEngineOptions,
): Json | undefined {
  if (decision === undefined) return undefined;
  if (!decision.approved) throw new Refused(false);
  if (decision.response === undefined) throw new RunFailure(`the journal holds no answer to \`${key}\``);
  if ((decision.withheld ?? []).length === 0) return decision.response;
  if (answered?.key === key) {
    vault.hide(withoutSecrets(responseSchema, answered.response).secrets);
    return answered.response;
  }
  warn(`the answer to \`${key}\` holds secrets, which are not stored: they are asked for again`);
  return undefined;
}

/**
 * Asks on the terminal, else pauses the run.
 * @throws Suspended; Refused when nobody at the terminal answers; RunFailure for an answer that does not fit.
 */
export async function openInput(
  options: EmbeddedEngineOptions,
  key: string,
  asked: InputRequest,
  earlier: Json | undefined,
): Promise<Json> {
  const { responseSchema } = asked;
  const { schemaCheck } = await import("./model/json-schema.ts");
  const fits = schemaCheck(responseSchema, `the schema of \`${key}\``);
  const request = earlier === undefined ? asked : { ...asked, defaults: earlier };
  const faultsOf = (response: Json) => [...fits(response), ...changesOf(responseSchema, response, earlier)];
  const event = { run: options.runId, key, prompt: request.prompt };
  publish.gate({ ...event, phase: "opened", approved: null });
  if (options.askInput === undefined || request.alwaysPauses) {
    throw new Suspended(await pauseAtInput(options, key, request, earlier));
  }
  const { alwaysPauses: _never, ...question } = request;
  const answer = await options.askInput({ ...question, faultsOf });
  const faults = answer === null ? [] : faultsOf(answer.response);
  if (faults.length > 0) throw new RunFailure(unfitAnswer(key, faults));
  await writeDown(options, key, request, answer?.response);
  publish.gate({ ...event, phase: "decided", approved: answer !== null });
  if (answer === null) throw new Refused(true, `nobody answered \`${key}\``);
  return answer.response;
}

/** What was approved since then was about the earlier answer: only its secrets, which nobody knows, may be another. */
export function changesOf(schema: InputRequest["responseSchema"], response: Json, earlier: Json | undefined) {
  if (earlier === undefined) return [];
  if (canonicalJson(withoutSecrets(schema, response).response) === canonicalJson(earlier)) return [];
  return [`only its secrets are asked for again; the rest must be what it was: ${JSON.stringify(earlier)}`];
}

/** Words for an answer that its schema refuses. */
export function unfitAnswer(key: string, faults: readonly string[]): string {
  return `the answer to \`${key}\` does not fit its schema: ${faults.join("; ")}`;
}

async function writeDown(
  { held, host, env, planHash, vault }: EmbeddedEngineOptions,
  key: string,
  { responseSchema }: InputRequest,
  response: Json | undefined,
): Promise<void> {
  const decision = {
    approved: response !== undefined,
    by: approverFrom(env),
    at: new Date(host.now()).toISOString(),
    from: `the terminal of process ${process.pid}`,
    planHash,
  };
  if (response === undefined) {
    await held.journal.append({ type: "gate-decided", key, gate: null, decision });
    return;
  }
  const { secrets, ...kept } = withoutSecrets(responseSchema, response);
  vault.hide(secrets);
  await held.journal.append({ type: "gate-decided", key, gate: null, decision: { ...decision, ...kept } });
}
