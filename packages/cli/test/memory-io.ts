import { main } from "@lobster-lang/cli";
import type { EndSignal, Io } from "@lobster-lang/cli";
import { verbs } from "../src/verb-names.ts";

/** Loads every verb: from sources that takes long on a busy machine, and no single test should pay for it. */
export async function loadProgram(): Promise<void> {
  for (const load of Object.values(verbs)) await load();
}

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: { readonly [name: string]: string | undefined };
  /** What stands on standard input. */
  readonly typed?: string;
  readonly terminal?: boolean;
  /** The program to run; the sources' where absent. */
  readonly program?: typeof main;
  /** Hands out the way to send signals while the program runs. */
  readonly onStart?: (send: (signal: EndSignal) => void) => void;
}

/** Runs the whole program in this process and gives back what a user would see. */
export async function lobster(words: readonly string[], around: Surroundings = {}): Promise<Finished> {
  const written = { stdout: "", stderr: "" };
  const listeners = new Set<(signal: EndSignal) => void>();
  const output = (name: "stdout" | "stderr") => ({
    isTTY: around.terminal === true,
    columns: 80,
    write(text: string | Uint8Array) {
      written[name] += typeof text === "string" ? text : Buffer.from(text).toString("utf8");
    },
  });
  const lines = (around.typed ?? "").split("\n");
  const io: Io = {
    stdin: {
      isTTY: around.terminal === true,
      readAll: async () => Buffer.from(around.typed ?? ""),
      readLine: async () => lines.shift() ?? null,
    },
    stdout: output("stdout"),
    stderr: output("stderr"),
    env: around.env ?? {},
    cwd: around.cwd ?? process.cwd(),
    onSignal(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onCrash: () => () => {},
  };
  around.onStart?.((signal) => {
    for (const listener of listeners) listener(signal);
  });
  const code = await (around.program ?? main)(words, io);
  return { code, ...written };
}
