/**
 * Everything of the outside that the program touches besides files and children. `main(args, io)` takes one, so that a
 * test can run the whole program in its own process.
 */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
  /** Calls `listener` for each signal that asks the program to end; gives back the way to stop listening. */
  onSignal(listener: (signal: EndSignal) => void): () => void;
  /** Calls `listener` with an error that nobody caught, instead of ending the program with a stack trace. */
  onCrash(listener: (error: unknown) => void): () => void;
}

export type EndSignal = "SIGINT" | "SIGTERM" | "SIGHUP" | "SIGQUIT";

export interface Input {
  readonly isTTY: boolean;
  /** All bytes until the end. */
  readAll(): Promise<Uint8Array>;
  /**
   * One line without its end; null at the end of input or when `signal` aborts. `hidden`: a terminal does not show what is
   * typed.
   */
  readLine(signal?: AbortSignal, options?: { readonly hidden: boolean }): Promise<string | null>;
}

export interface Output {
  readonly isTTY: boolean;
  /** Width of the terminal; 80 where there is none. */
  readonly columns: number;
  /**
   * Writes all of it before it returns. A reader that went away is no error: the rest is dropped.
   * Throws `OutputFailed` when the text cannot be written otherwise (a full disk).
   */
  write(text: string | Uint8Array): void;
}

/** The exit code by which a shell sees that a signal ended a program. */
export const signalExitCodes: { readonly [signal in EndSignal]: number } = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGQUIT: 131,
  SIGTERM: 143,
};

export class OutputFailed extends Error {
  override readonly name = "OutputFailed";
}

/** By name, as `isUsageError`. */
export function isOutputFailed(error: unknown): error is OutputFailed {
  return error instanceof Error && error.name === "OutputFailed";
}
