import { randomBytes, timingSafeEqual } from "node:crypto";
import { StateError } from "./types.ts";

/** What a resume token says: a pointer and a key, no state. */
export interface Token {
  readonly v: 1;
  readonly run: string;
  readonly gate: string;
  readonly key: string;
}

/** A new random key. It is stored nowhere; a seal made with it is (chain.ts). */
export function newKey(): string {
  return randomBytes(24).toString("base64url");
}

export function encodeToken(token: Token): string {
  return Buffer.from(JSON.stringify(token)).toString("base64url");
}

/** Whether two seals are the same; takes the same time for every wrong one. */
export function sealsMatch(given: string, stored: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(stored)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const notWhole =
  "this is no whole resume token (it may have been cut short): copy it as one line, or write `--id` with the `approvalId` of the same envelope";

/**
 * Reads a token.
 * @throws StateError in words; a token of the original program is told apart (D42).
 */
export function decodeToken(text: string): Token {
  const value = parse(text.trim());
  if (value === null) throw new StateError("request", notWhole);
  if ("protocolVersion" in value) throw new StateError("request", originalToken(value));
  const { v, run, gate, key } = value;
  if (typeof v === "number" && v > 1) {
    throw new StateError("request", "this token was made by a newer lobster; resume the run with that version");
  }
  if (v !== 1 || typeof run !== "string" || typeof gate !== "string" || typeof key !== "string") {
    throw new StateError("request", "this is no resume token of a lobster run");
  }
  if (!isRunId(run) || !isGateId(gate)) throw new StateError("request", "this resume token is damaged");
  return { v, run, gate, key };
}

export function isRunId(text: string): boolean {
  return /^[0-9a-zA-Z][0-9a-zA-Z-]{0,63}$/.test(text);
}

export function isGateId(text: string): boolean {
  return /^[0-9a-f]{8}$/.test(text);
}

function parse(text: string): { readonly [key: string]: unknown } | null {
  if (!/^[A-Za-z0-9_-]+=*$/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The original's tokens hold a kind and a state key, a file with results, or the items themselves. */
function originalToken(value: { readonly [key: string]: unknown }): string {
  const origin =
    typeof value.filePath === "string"
      ? `the workflow file \`${value.filePath}\``
      : value.kind === "workflow-file"
        ? `a workflow, state \`${String(value.stateKey)}\``
        : value.kind === "pipeline-resume"
          ? `a pipeline, state \`${String(value.stateKey)}\``
          : "a program that uses the original's library";
  return `this token was made by the original Lobster (${origin}); resume that run there, or run it again here`;
}
