import { Script, createContext, type Context } from "node:vm";

/** A value that a schema cannot judge: `message` says why. */
export class Unjudged extends Error {}

/** How long one text may take: a pattern like `^(a+)+$` needs longer than any life for the wrong text. */
const longestMs = 1000;

/** Texts so short that no pattern takes long. */
const shortText = 16;
const mediumText = 10_000;

interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/** Regular expressions for a validator that give up in time, for what is matched is not ours: while one runs, nothing else does. */
export const boundedPattern = Object.assign(
  (source: string, flags: string): Pattern => {
    const pattern = new RegExp(source, flags);
    const longestQuick = isSimple(source) ? mediumText : shortText;
    return {
      test: (text) => (text.length <= longestQuick ? pattern.test(text) : testInTime(pattern, text)),
      // The validator tells patterns apart by it.
      toString: () => String(pattern),
    };
  },
  { code: "boundedPattern" },
);

/** Whether there is at most one repetition, and that of a single character: no text makes it try many ways. */
function isSimple(source: string): boolean {
  if (/\)[*+?{]/.test(source)) return false;
  return (source.replace(/\{\d+\}/g, "").match(/[*+?{]/g) ?? []).length <= 1;
}

let prepared: { readonly scope: Context; readonly script: Script } | undefined;

function testInTime(pattern: RegExp, text: string): boolean {
  prepared ??= { scope: createContext({}), script: new Script("pattern.test(text)") };
  const { scope, script } = prepared;
  Object.assign(scope, { pattern, text });
  try {
    return script.runInContext(scope, { timeout: longestMs }) === true;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new Unjudged(`the pattern \`${pattern.source}\` takes too long for a text in it`, { cause: error });
  } finally {
    Object.assign(scope, { pattern: null, text: "" });
  }
}

/** It may be an `Error` of the other context, which is none here. */
function isTimeout(error: unknown): boolean {
  return Object(error).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
