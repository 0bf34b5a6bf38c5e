import { deferred } from "./deferred.ts";
import type { Envelope, ErrorEnvelope } from "@lobster-lang/runtime";
import type { Io } from "./io.ts";
import { visibleJson } from "./render/terminal-text.ts";
import { isUsageError } from "./usage-error.ts";

/** What a verb in tool mode ends with. */
export interface Answer {
  readonly envelope: Envelope;
  readonly code: number;
}

/**
 * The one place that writes to standard output in tool mode: exactly one JSON document, whatever `work` does: a wrong
 * command line, a thrown error, an error that nobody caught, a result too large to be written (invariant 7).
 */
export async function printOneDocument(io: Io, work: () => Promise<Answer>): Promise<number> {
  const crash = deferred<Answer>();
  const stopListening = io.onCrash((error) => crash.resolve(answerTo(error)));
  try {
    const answer = await Promise.race([work().catch(answerTo), crash.promise]);
    const { text, code } = documentOf(answer);
    io.stdout.write(text);
    return code;
  } finally {
    stopListening();
  }
}

/** The envelope and exit code for an error: 2 for wrong input, 1 for anything else. */
export function answerTo(error: unknown): Answer {
  const message = error instanceof Error ? error.message : String(error);
  if (isUsageError(error)) return { envelope: errorEnvelope("parse_error", message), code: 2 };
  return { envelope: errorEnvelope("runtime_error", message), code: 1 };
}

export function errorEnvelope(type: ErrorEnvelope["error"]["type"], message: string): ErrorEnvelope {
  return { protocolVersion: 1, ok: false, error: { type, message } };
}

/** An envelope as the text that is printed: indented JSON with a newline at its end, and nothing in it that deceives a reader. */
export function envelopeText(envelope: Envelope): string {
  return `${visibleJson(JSON.stringify(envelope, null, 2))}\n`;
}

function documentOf(answer: Answer): { readonly text: string; readonly code: number } {
  try {
    return { text: envelopeText(answer.envelope), code: answer.code };
  } catch (error) {
    const why = `the result cannot be written as JSON: ${error instanceof Error ? error.message : String(error)}`;
    return { text: envelopeText(errorEnvelope("runtime_error", why)), code: 1 };
  }
}
