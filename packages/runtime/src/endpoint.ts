import type { Environment } from "./environment.ts";
import { StepFailure } from "./failures.ts";
import type { StageWorld } from "./stage-world.ts";

/** Where a stage calls, and the token that it may show there. */
export interface Endpoint {
  readonly url: URL;
  readonly token: string | null;
}

/** The first of these variables that holds something. */
export function firstOf(variables: Environment, names: readonly string[]): { name: string; value: string } | null {
  for (const name of names) {
    const value = variables[name]?.trim() ?? "";
    if (value !== "") return { name, value };
  }
  return null;
}

/**
 * Reads an address.
 * @throws StepFailure for anything but http and https, and for a password in it, which would stand in every message.
 */
export function addressOf(text: string, source: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new StepFailure(`${source} must be an http or https address`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new StepFailure(`${source} holds a name or password; give a token instead`);
  }
  return url;
}

/** Whether an address leads to this machine: only there a token of the environment is shown unasked. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

/** Posts JSON to an endpoint. The answer's text has no token in it, whatever the other side says back. */
export async function postJson(
  { url, token }: Endpoint,
  body: unknown,
  world: Pick<StageWorld, "request" | "limits">,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> {
  const { status, text } = await world.request({
    url,
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      ...(token === null ? {} : { authorization: `Bearer ${headerToken(token)}` }),
    },
    body: JSON.stringify(body),
    followRedirects: token === null,
    timeoutMs: world.limits.httpTimeoutMs,
    maxBytes: world.limits.maxHttpResponseBytes,
    signal,
  });
  return { status, text: withoutToken(text, token) };
}

function headerToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new StepFailure("the token holds a blank or a character that no header can carry");
}

function withoutToken(text: string, token: string | null): string {
  if (token === null || token === "") return text;
  // As it is, and as JSON writes it.
  return text.replaceAll(token, "***").replaceAll(JSON.stringify(token).slice(1, -1), "***");
}

/** The start of what the other side said, for a message. */
export function quoted(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 400 ? `${trimmed.slice(0, 400)}…` : trimmed;
}
