import { RunFailure } from "./failures.ts";

/** Bounds of a run (invariant 8). Each error names the setting. */
export interface RunLimits {
  /** Bytes that one child may write to one of its streams. */
  readonly maxOutputBytes: number;
  /** Items that a stage may hold at once (sort, groupBy, json, table, approve). */
  readonly maxItems: number;
  /** Milliseconds that one request over the network may take, its whole answer included. */
  readonly httpTimeoutMs: number;
  /** Bytes of one answer. */
  readonly maxHttpResponseBytes: number;
  /** Bytes of a request for input; what it is about is shortened first. */
  readonly maxEnvelopeBytes: number;
  /** Bytes of the answer to an input. */
  readonly maxResponseBytes: number;
  /** Runs of files inside one another (`workflows.run`). */
  readonly maxNestedRuns: number;
}

export const defaultLimits: RunLimits = {
  maxOutputBytes: 1024 ** 3,
  maxItems: 5_000_000,
  httpTimeoutMs: 300_000,
  maxHttpResponseBytes: 64 * 1024 ** 2,
  maxEnvelopeBytes: 512_000,
  maxResponseBytes: 1024 ** 2,
  maxNestedRuns: 16,
};

const leastEnvelopeBytes = 1024;

/**
 * The limits of a run: the caller's, else their variables, else the defaults.
 * @throws RunFailure for a variable that is no positive whole number.
 */
export function limitsFrom(
  env: { readonly [name: string]: string | undefined },
  given: Partial<RunLimits> | undefined,
): RunLimits {
  return {
    maxOutputBytes: given?.maxOutputBytes ?? limitFrom(env, "LOBSTER_MAX_OUTPUT_BYTES") ?? defaultLimits.maxOutputBytes,
    maxItems: given?.maxItems ?? limitFrom(env, "LOBSTER_MAX_ITEMS") ?? defaultLimits.maxItems,
    httpTimeoutMs: given?.httpTimeoutMs ?? timeoutFrom(env) ?? defaultLimits.httpTimeoutMs,
    maxHttpResponseBytes:
      given?.maxHttpResponseBytes ??
      limitFrom(env, "LOBSTER_MAX_HTTP_RESPONSE_BYTES") ??
      defaultLimits.maxHttpResponseBytes,
    maxEnvelopeBytes: Math.max(
      leastEnvelopeBytes,
      given?.maxEnvelopeBytes ?? limitFrom(env, "LOBSTER_MAX_TOOL_ENVELOPE_BYTES") ?? defaultLimits.maxEnvelopeBytes,
    ),
    maxResponseBytes:
      given?.maxResponseBytes ?? limitFrom(env, "LOBSTER_MAX_RESPONSE_BYTES") ?? defaultLimits.maxResponseBytes,
    maxNestedRuns: given?.maxNestedRuns ?? limitFrom(env, "LOBSTER_MAX_NESTED_RUNS") ?? defaultLimits.maxNestedRuns,
  };
}

/** Timers end at 2^31 milliseconds: a longer time is that one. */
function timeoutFrom(env: { readonly [name: string]: string | undefined }): number | null {
  const ms = limitFrom(env, "LOBSTER_HTTP_TIMEOUT_MS");
  return ms === null ? null : Math.min(ms, 2 ** 31 - 1);
}

function limitFrom(env: { readonly [name: string]: string | undefined }, name: string): number | null {
  const text = env[name]?.trim() ?? "";
  if (text === "") return null;
  if (/^[1-9][0-9]{0,14}$/.test(text)) return Number(text);
  throw new RunFailure(`${name} must be a positive whole number, got \`${text}\``, "parse_error");
}

/** Message of a stream that grew past its limit. */
export function tooMuchOutput(stream: "stdout" | "stderr", limits: RunLimits): string {
  const name = stream === "stdout" ? "standard output" : "standard error";
  return `more than ${limits.maxOutputBytes} bytes were written to ${name}; print less, or raise LOBSTER_MAX_OUTPUT_BYTES`;
}
