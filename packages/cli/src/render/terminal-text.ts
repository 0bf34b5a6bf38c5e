import { StringDecoder } from "node:string_decoder";
import type { Io, Output } from "../io.ts";

/**
 * Characters that make a terminal, or a reader, see something else than what stands there: control characters, marks that
 * turn the direction of writing, and what has no width. (Joiners of emoji and of Persian words may stay.)
 */
const deceptive =
  "\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}";

const mark = "\ufffd";
const beyondLines = new RegExp(`(?![\\n\\t])[${deceptive}]`, "gu");
const beyondColours = new RegExp(`\\u001b\\[[0-9;:]*m|\\u001b\\[K|(?![\\n\\t\\r])[${deceptive}]`, "gu");
const inJson = new RegExp(`(?![\\u0000-\\u001f])[${deceptive}]`, "gu");

/** Text of a workflow, or of what a step printed, in which everything deceptive is shown as a mark. Lines stay. */
export function visible(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(beyondLines, mark);
}

/** JSON text that shows what it holds; it says the same. */
export function visibleJson(json: string): string {
  return json.replace(inJson, (char) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** Text for a terminal: colours and the renewal of the last line may pass, and nothing else that acts. */
function forTerminal(text: string): string {
  return text.replace(beyondColours, (found) => {
    if (!found.startsWith("\u001b[")) return mark;
    return conceals(found) ? "" : found;
  });
}

/** Whether a sequence of colours hides what follows it. */
function conceals(sequence: string): boolean {
  const withoutNumbers = sequence.replace(/[345]8[;:](?:5[;:]\d*|2(?:[;:]\d*){3,4})/g, "");
  return /[[;:]0*8[;:m]/.test(withoutNumbers);
}

/**
 * The same outside, with terminals that are spared whatever steps and files hold: the one place that stands between any text
 * of theirs and the eyes of whoever approves.
 */
export function withSparedTerminals(io: Io): Io {
  // No spread: `cwd` is only asked for where it is needed, as it may be gone.
  return Object.create(io, { stdout: { value: spared(io.stdout) }, stderr: { value: spared(io.stderr) } }) as Io;
}

function spared(output: Output): Output {
  let decoder: StringDecoder | null = null;
  return {
    get isTTY() {
      return output.isTTY;
    },
    get columns() {
      return output.columns;
    },
    write(text) {
      if (!output.isTTY) return output.write(text);
      // Chunks of a child may end within a character.
      decoder ??= new StringDecoder("utf8");
      output.write(forTerminal(typeof text === "string" ? text : decoder.write(text)));
    },
  };
}
