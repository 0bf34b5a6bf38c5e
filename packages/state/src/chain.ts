import { createHash, createHmac } from "node:crypto";

/**
 * Lines of a journal that hold the hash of all before them: a line that is changed, moved or taken out by hand shows, because
 * the next one does not follow it.
 */
export interface Link {
  /** The line without its hash: the text of one JSON object. */
  readonly body: string;
  readonly chain: string;
}

/** What the first line after the header follows. */
export function chainOfHeader(line: string): string {
  return hash(line);
}

/** Hash of a line that follows the one with `before`. */
export function nextChain(before: string, body: string): string {
  return hash(`${before}\n${body}`);
}

/** The line as it is written. */
export function lineOf({ body, chain }: Link): string {
  return `${body.slice(0, -1)},"chain":"${chain}"}`;
}

/** Takes a line apart; null when it is no whole line of a journal. */
export function linkOf(line: string): Link | null {
  const found = /^(.*),"chain":"([0-9a-f]{64})"\}$/s.exec(line);
  return found === null ? null : { body: `${found[1]!}}`, chain: found[2]! };
}

/**
 * What a gate keeps of its token's key: it fits only that key, that question and all that the journal held before. Whoever
 * writes the journal anew cannot make it without the token.
 */
export function sealOf(key: string, before: string, entry: object): string {
  return createHmac("sha256", key)
    .update(`${before}\n${JSON.stringify(entry)}`)
    .digest("hex");
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
