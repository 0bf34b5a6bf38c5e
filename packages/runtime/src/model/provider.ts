import type { Json } from "@lobster-lang/plan";
import { addressOf, firstOf, postJson, quoted, type Endpoint } from "../endpoint.ts";
import type { Environment } from "../environment.ts";
import { StepFailure } from "../failures.ts";
import { callTool, gatewayOf } from "../gateway.ts";
import { parseWhole } from "../json-text.ts";
import type { StageWorld } from "../stage-world.ts";
import { askAdapter, type ModelAdapter } from "./model-adapter.ts";

export type ProviderName = "openclaw" | "pi" | "http";

/** Who answers, and where: a service, or an adapter of the program that runs this. */
export type Provider =
  | { readonly name: ProviderName; readonly endpoint: Endpoint }
  | { readonly name: string; readonly adapter: ModelAdapter };

type Adapters = { readonly [provider: string]: ModelAdapter };

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
 * Finds who answers: `--provider`, else LOBSTER_LLM_PROVIDER, else (llm_task.invoke) the gateway, else the only adapter of
 * the program, else whose address is set. An adapter stands before the service of its name.
 * @throws StepFailure when nobody is there.
 */
export function providerOf(
  command: string,
  given: { readonly provider: string | null; readonly token: string | null; readonly url?: string | null },
  variables: Environment,
  models: Adapters,
): Provider {
  const said = (given.provider ?? firstOf(variables, ["LOBSTER_LLM_PROVIDER"])?.value ?? "").trim();
  const own = Object.keys(models);
  const unsaid = command === "llm_task.invoke" ? "openclaw" : own.length === 1 ? own[0]! : providerIn(variables);
  // Whoever gives an address means the gateway there.
  const asked = said === "" ? unsaid : said;
  const adapter = asked === null || given.url != null ? undefined : own.find((each) => sameName(each, asked));
  if (adapter !== undefined) return { name: adapter, adapter: models[adapter]! };
  const name = asked?.toLowerCase() ?? null;
  if (name === null) {
    if (own.length > 0) throw new StepFailure(`${command}: say which model answers by --provider: ${listed(own)}`);
    throw new StepFailure(
      `${command} has no provider: set OPENCLAW_URL, LOBSTER_PI_LLM_ADAPTER_URL or LOBSTER_LLM_ADAPTER_URL`,
    );
  }
  if (name === "openclaw") {
    return { name, endpoint: gatewayOf(command, { url: given.url ?? null, token: given.token }, variables) };
  }
  if (name !== "pi" && name !== "http") {
    throw new StepFailure(
      `${command}: there is no provider \`${name}\`; it is one of ${listed([...own, "openclaw", "pi", "http"])}`,
    );
  }
  return { name, endpoint: adapterOf(command, name, given.token, variables) };
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].join(", ");
}

/** What makes the place of a provider another one, for the cache. */
export function addressKeyOf(provider: Provider): string {
  return "adapter" in provider ? `adapter:${provider.name}` : provider.endpoint.url.href;
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
  provider: Provider,
  payload: { readonly [key: string]: Json },
  world: Pick<StageWorld, "request" | "limits">,
  signal: AbortSignal,
): Promise<Json> {
  if ("adapter" in provider) return askAdapter(command, provider, payload, world, signal);
  const { name, endpoint } = provider;
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
