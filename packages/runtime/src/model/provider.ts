import type { Json } from "@lobster-lang/plan";
import { addressOf, firstOf, postJson, quoted, type Endpoint } from "../endpoint.ts";
import type { Environment } from "../environment.ts";
import { StepFailure } from "../failures.ts";
import { callTool, gatewayOf } from "../gateway.ts";
import { parseWhole } from "../json-text.ts";
import type { StageWorld } from "../stage-world.ts";

export type ProviderName = "openclaw" | "pi" | "http";

/** Who answers, and where. */
export interface Provider {
  readonly name: ProviderName;
  readonly endpoint: Endpoint;
}

const adapters = {
  pi: { url: "LOBSTER_PI_LLM_ADAPTER_URL", token: "LOBSTER_PI_LLM_ADAPTER_TOKEN" },
  http: { url: "LOBSTER_LLM_ADAPTER_URL", token: "LOBSTER_LLM_ADAPTER_TOKEN" },
} as const;

/** The provider that the environment alone names, or null (original-runtime.md 2.6). */
export function providerIn(variables: Environment): ProviderName | null {
  if (firstOf(variables, [adapters.pi.url]) !== null) return "pi";
  if (firstOf(variables, ["OPENCLAW_URL", "CLAWD_URL"]) !== null) return "openclaw";
  return firstOf(variables, [adapters.http.url]) === null ? null : "http";
}

/**
 * Finds who answers: `--provider`, else LOBSTER_LLM_PROVIDER, else (llm_task.invoke) the gateway, else whose address is set.
 * @throws StepFailure when nobody is there.
 */
export function providerOf(
  command: string,
  given: { readonly provider: string | null; readonly token: string | null; readonly url?: string | null },
  variables: Environment,
): Provider {
  const said = (given.provider ?? firstOf(variables, ["LOBSTER_LLM_PROVIDER"])?.value ?? "").toLowerCase();
  const name = said || (command === "llm_task.invoke" ? "openclaw" : providerIn(variables));
  if (name === null) {
    throw new StepFailure(
      `${command} has no provider: set OPENCLAW_URL, LOBSTER_PI_LLM_ADAPTER_URL or LOBSTER_LLM_ADAPTER_URL`,
    );
  }
  if (name === "openclaw") {
    return { name, endpoint: gatewayOf(command, { url: given.url ?? null, token: given.token }, variables) };
  }
  if (name !== "pi" && name !== "http") {
    throw new StepFailure(`${command}: there is no provider \`${name}\`; it is one of openclaw, pi, http`);
  }
  return { name, endpoint: adapterOf(command, name, given.token, variables) };
}

/** An adapter's address and token are set together, by whoever runs it: the token may go there. */
function adapterOf(command: string, name: "pi" | "http", token: string | null, variables: Environment): Endpoint {
  const names = adapters[name];
  const found = firstOf(variables, [names.url]);
  if (found === null) throw new StepFailure(`${command} needs the address of provider \`${name}\`: set ${names.url}`);
  const url = addressOf(found.value, found.name);
  if (url.pathname === "/") url.pathname = "/invoke";
  const given = token === "" ? null : token;
  return { url, token: given ?? firstOf(variables, [names.token])?.value ?? null };
}

/** Asks once. @throws StepFailure for what is no answer at all. */
export async function ask(
  command: string,
  { name, endpoint }: Provider,
  payload: { readonly [key: string]: Json },
  world: Pick<StageWorld, "request" | "limits">,
  signal: AbortSignal,
): Promise<Json> {
  if (name === "openclaw") {
    const call = { tool: "llm-task", action: "invoke", args: taskArgs(payload), sessionKey: null, dryRun: false };
    return callTool(command, endpoint, call, world, signal);
  }
  const { status, text } = await postJson(endpoint, payload, world, signal);
  if (status < 200 || status > 299) {
    throw new StepFailure(
      `${command}: provider \`${name}\` failed (${status}): ${quoted(text) || "no reason was given"}`,
    );
  }
  const answer = parseWhole(text);
  if (answer !== undefined) return answer;
  throw new StepFailure(`${command}: the answer of provider \`${name}\` is no JSON: ${quoted(text)}`);
}

/** The real llm-task tool reads `input`, `schema` and `maxTokens`; another one the names of the payload (W29). */
function taskArgs(payload: { readonly [key: string]: Json }): Json {
  const { artifacts, outputSchema, maxOutputTokens, retryContext } = payload;
  const hasItems = Array.isArray(artifacts) && artifacts.length > 0;
  const input = retryContext === undefined ? artifacts : { artifacts, retryContext };
  return {
    ...payload,
    ...(hasItems || retryContext !== undefined ? { input: input as Json } : {}),
    ...(outputSchema === undefined ? {} : { schema: outputSchema }),
    ...(maxOutputTokens === undefined ? {} : { maxTokens: maxOutputTokens }),
  };
}
