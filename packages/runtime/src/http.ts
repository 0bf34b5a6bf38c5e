import type { IncomingMessage, request as Request } from "node:http";
import { abortError, throwIfAborted } from "./abort.ts";
import { StepFailure, messageOf } from "./failures.ts";

/** One request, a text there and a text back: all that stages say over a network. */
export interface HttpRequest {
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  /** Another address may be answered with; never followed by a request that holds a token. */
  readonly followRedirects: boolean;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  readonly text: string;
}

export type SendRequest = (request: HttpRequest) => Promise<HttpResponse>;

const mostRedirects = 5;

/**
 * Posts a text: the one place in the project that opens connections. Time and size are bounded.
 * @throws StepFailure in words; what the signal was fired with when it ends the request.
 */
export const postText: SendRequest = async (request) => {
  throwIfAborted(request.signal);
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = AbortSignal.any([request.signal, timeout]);
  try {
    return await following(request, signal);
  } catch (error) {
    if (request.signal.aborted) throw abortError(request.signal);
    if (error instanceof StepFailure) throw error;
    if (timeout.aborted) {
      const limit = `within ${request.timeoutMs} ms`;
      throw new StepFailure(`\`${request.url.host}\` did not answer ${limit}; raise LOBSTER_HTTP_TIMEOUT_MS`);
    }
    throw new StepFailure(`\`${request.url.host}\` could not be reached: ${reasonOf(error)}`);
  }
};

async function following(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  let { url } = request;
  for (let hops = 0; ; hops++) {
    const response = await send(url, request, signal);
    const status = response.statusCode ?? 0;
    const location = response.headers.location;
    if (status < 300 || status >= 400 || location === undefined) {
      return { status, text: await bodyOf(response, request) };
    }
    response.destroy();
    url = redirected(url, location, status, request, hops);
  }
}

/** Only what repeats the same request is followed: another kind would ask something else (fetch turns it into GET). */
function redirected(from: URL, location: string, status: number, request: HttpRequest, hops: number): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : null;
  const where = to === null ? "nowhere" : `\`${to.host}\``;
  const said = `\`${from.host}\` sends the request on to ${where} (status ${status})`;
  if (to === null || !/^https?:$/.test(to.protocol)) throw new StepFailure(`${said}, which is no address to call`);
  if (!request.followRedirects) throw new StepFailure(`${said}; a token is never sent on, so give that address itself`);
  if (status !== 307 && status !== 308) throw new StepFailure(`${said} as another request; give that address itself`);
  if (hops >= mostRedirects) throw new StepFailure(`${said} after ${hops} redirects`);
  return to;
}

async function send(url: URL, { headers, body }: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const request: typeof Request = isSecure ? (await import("node:https")).request : (await import("node:http")).request;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: "POST",
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      signal,
      // A connection of its own: none is left open when the run ends.
      agent: false,
    });
    sent.once("response", resolve);
    sent.on("error", reject);
    sent.end(body);
  });
}

async function bodyOf(response: IncomingMessage, { url, maxBytes }: HttpRequest): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) {
      throw new StepFailure(
        `the answer of \`${url.host}\` is longer than ${maxBytes} bytes; ask for less, or raise LOBSTER_MAX_HTTP_RESPONSE_BYTES`,
      );
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}

function reasonOf(error: unknown): string {
  // Several addresses of one name fail together, without a message of their own.
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return messageOf(error);
}
