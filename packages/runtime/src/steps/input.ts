import type { InputAction, Json } from "@lobster-lang/plan";
import type { InputRequest } from "../engine.ts";
import { RunFailure } from "../failures.ts";
import type { RunLimits } from "../limits.ts";
import { emptyResult, outcomeOf, type StepResult } from "../results.ts";
import type { RunWorld } from "../run-world.ts";
import type { Vault } from "../secrets/vault.ts";
import { textOf, valueOf, type Scope } from "../values.ts";
import { withoutSecrets } from "../withheld.ts";

/**
 * Asks a person for data (original-language.md 14). It is about what `stdin:` says, else about what the step before gave.
 * @throws RunFailure for a question that is too large to be asked; `Suspended` and `Refused` of the engine.
 */
export async function askForInput(
  action: InputAction,
  id: string,
  before: StepResult | null,
  scope: Scope,
  { engine, world }: Pick<RunWorld, "engine" | "world">,
): Promise<StepResult> {
  const subject = await subjectOf(action, before, scope);
  const defaults = action.defaults === null ? undefined : await valueOf(scope, action.defaults);
  const request: InputRequest = {
    prompt: await textOf(scope, action.prompt),
    responseSchema: action.responseSchema,
    ...(defaults === undefined ? {} : { defaults }),
    subject,
    takesText: false,
    alwaysPauses: false,
  };
  const response = await engine.input(id, withinLimits(maskedQuestion(request, world.vault), id, world.limits));
  const { response: kept } = withoutSecrets(action.responseSchema, response);
  return { ...emptyResult, answer: { response, kept, subject } };
}

/** What people are shown of a question. Its defaults are masked where they are shown: an answer may be made of them. */
export function maskedQuestion(request: InputRequest, vault: Vault): InputRequest {
  const { prompt, subject } = request;
  return { ...request, ...vault.maskValue({ prompt, ...(subject === undefined ? {} : { subject }) }) };
}

async function subjectOf({ subject }: InputAction, before: StepResult | null, scope: Scope): Promise<Json> {
  if (subject !== null) return (await valueOf(scope, subject)) ?? null;
  return before === null ? null : ((await outcomeOf(before, scope.outputs)) ?? null);
}

const longestPreview = 2000;

/** The tokens, ids and keys of an envelope around its request. */
const envelopeBytes = 600;

/**
 * The request with a subject that its envelope has room for: whole, else its start, else only its size. Later steps still
 * read all of it.
 */
export function withinLimits(request: InputRequest, id: string, limits: RunLimits): InputRequest {
  const { maxEnvelopeBytes } = limits;
  const fits = (one: InputRequest) => envelopeBytes + bytesOf(JSON.stringify(one, null, 2)) <= maxEnvelopeBytes;
  const { subject, ...rest } = request;
  const text = subject === undefined ? "" : JSON.stringify(subject);
  const bytes = bytesOf(text);
  // The original's 192000 of 512000.
  if (bytes <= maxEnvelopeBytes * 0.375 && fits(request)) return request;
  const start = (typeof subject === "string" ? subject : text).slice(0, longestPreview).replace(/[\uD800-\uDBFF]$/, "");
  const shorter = [start, "omitted"].map((preview) => ({ ...rest, subject: { truncated: true, bytes, preview } }));
  const shown = subject === undefined ? undefined : shorter.find(fits);
  if (shown !== undefined) return shown;
  throw new RunFailure(
    `the question of step \`${id}\` is larger than ${maxEnvelopeBytes} bytes; shorten its prompt, schema or defaults, or raise LOBSTER_MAX_TOOL_ENVELOPE_BYTES`,
  );
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
