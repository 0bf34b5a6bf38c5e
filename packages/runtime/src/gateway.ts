import type { Json } from "@lobster-lang/plan";
import { isMap } from "./commands/arguments.ts";
import { addressOf, firstOf, isLoopback, postJson, quoted, type Endpoint } from "./endpoint.ts";
import { usageOf, type Usage } from "./costs/usage.ts";
import type { Environment } from "./environment.ts";
import { StepFailure } from "./failures.ts";
import { parseWhole } from "./json-text.ts";
import type { StageWorld } from "./stage-world.ts";

/** A call of a tool of the gateway (original-runtime.md 2.4). */
export interface ToolCall {
  readonly tool: string;
  readonly action: string;
  readonly args: Json;
  readonly sessionKey: string | null;
  readonly dryRun: boolean;
}

/**
 * The gateway that a stage calls: `--url`, else OPENCLAW_URL, else CLAWD_URL; the path is always `/tools/invoke`. A token of
 * the environment is shown to this machine only, since the address may come from anywhere.
 */
export function gatewayOf(
  command: string,
  given: { readonly url: string | null; readonly token: string | null },
  variables: Environment,
): Endpoint {
  const found = firstOf(variables, ["OPENCLAW_URL", "CLAWD_URL"]);
  const text = given.url ?? found?.value ?? null;
  if (text === null) throw new StepFailure(`${command} needs the gateway's address: set OPENCLAW_URL or give --url`);
  const url = addressOf(text, given.url === null ? found!.name : `${command} --url`);
  url.pathname = "/tools/invoke";
  url.search = "";
  url.hash = "";
  if (given.token !== null && given.token !== "") return { url, token: given.token };
  const token = firstOf(variables, ["OPENCLAW_TOKEN", "CLAWD_TOKEN"]);
  if (token !== null && !isLoopback(url)) {
    throw new StepFailure(
      `${command}: ${token.name} is shown to this machine only, and the address leads to \`${url.hostname}\`; pass the token by --token from an argument with \`secret: true\`, or unset ${token.name}`,
    );
  }
  return { url, token: token?.value ?? null };
}

/**
 * Calls a tool and gives its result: of `{ok: true, result}` the result, of another JSON answer the answer itself.
 * @throws StepFailure for a refusal, an error of the tool, and an answer that is no JSON.
 */
export async function callTool(
  command: string,
  gateway: Endpoint,
  { tool, action, args, sessionKey, dryRun }: ToolCall,
  world: Pick<StageWorld, "request" | "limits">,
  signal: AbortSignal,
): Promise<Json> {
  const body = {
    tool,
    action,
    args,
    ...(sessionKey === null ? {} : { sessionKey }),
    ...(dryRun ? { dryRun: true } : {}),
  };
  const { status, text } = await postJson(gateway, body, world, signal);
  const answer = parseWhole(text);
  if (status < 200 || status > 299) throw new StepFailure(`${command} failed (${status}): ${reasonIn(answer, text)}`);
  if (text.trim() === "") return null;
  if (answer === undefined) throw new StepFailure(`${command}: the gateway's answer is no JSON: ${quoted(text)}`);
  if (!isMap(answer) || typeof answer.ok !== "boolean") return answer;
  if (!answer.ok) throw new StepFailure(`${command}: the tool \`${tool}\` failed: ${reasonIn(answer, text)}`);
  return answer.result ?? null;
}

function reasonIn(answer: Json | undefined, text: string): string {
  const error = answer !== undefined && isMap(answer) ? answer.error : undefined;
  if (typeof error === "string") return quoted(error);
  if (error !== undefined && isMap(error) && typeof error.message === "string") return quoted(error.message);
  return quoted(text) || "no reason was given";
}

/** The JSON of an answer of the gateway's llm-task tool, `{content, details: {json}}`; undefined for another shape. */
export function taskJson(result: Json): Json | undefined {
  if (!isMap(result) || result.details === undefined || !isMap(result.details)) return undefined;
  return Object.hasOwn(result.details, "json") ? result.details.json : undefined;
}

/** What an answer of the llm-task tool says that the model used: beside its JSON, or beside what holds it. */
export function taskUsage(result: Json): Usage {
  if (!isMap(result)) return usageOf({}, null);
  const details = result.details !== undefined && isMap(result.details) ? result.details : {};
  const first = (key: string) => details[key] ?? result[key] ?? null;
  return usageOf({ model: first("model"), usage: first("usage") }, null);
}
