import { StringDecoder } from "node:string_decoder";
import type { ReadStream } from "node:tty";

export interface HiddenLine {
  /** Null at the end of input, at an interruption, or when the signal aborts. */
  readonly line: string | null;
  /** What was typed or pasted behind the line. */
  readonly rest: string;
}

/**
 * Reads a line from a terminal that does not show it. The terminal leaves the keys to us meanwhile: backspace and Ctrl-U
 * mend, Ctrl-D on an empty line ends, and Ctrl-C interrupts the program as ever.
 */
export function readHiddenLine(stdin: ReadStream, signal: AbortSignal | undefined): Promise<HiddenLine> {
  if (signal?.aborted === true) return Promise.resolve({ line: null, rest: "" });
  return new Promise((resolve) => {
    const decoder = new StringDecoder("utf8");
    let typed = "";
    const finish = (line: string | null, rest = "") => {
      stdin.off("data", onData).off("end", onEnd).off("error", onEnd);
      signal?.removeEventListener("abort", onEnd);
      stdin.setRawMode(false);
      stdin.pause();
      resolve({ line, rest });
    };
    const onEnd = () => finish(null);
    const onData = (chunk: Uint8Array) => {
      const text = decoder.write(Buffer.from(chunk));
      let at = 0;
      for (const key of text) {
        at += key.length;
        if (key === "\r" || key === "\n") return finish(typed, text.slice(at));
        if (key === "\u0003") {
          finish(null, text.slice(at));
          process.kill(process.pid, "SIGINT");
          return;
        }
        if (key === "\u0004" && typed === "") return finish(null, text.slice(at));
        typed = edited(typed, key);
      }
    };
    stdin.setRawMode(true);
    stdin.on("data", onData).on("end", onEnd).on("error", onEnd);
    signal?.addEventListener("abort", onEnd);
    stdin.resume();
  });
}

function edited(typed: string, key: string): string {
  if (key === "\u007f" || key === "\b") return [...typed].slice(0, -1).join("");
  if (key === "\u0015") return "";
  return key < " " ? typed : typed + key;
}
