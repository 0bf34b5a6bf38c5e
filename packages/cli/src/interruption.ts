import { deferred } from "./deferred.ts";
import type { EndSignal, Io } from "./io.ts";
import { signalExitCodes } from "./io.ts";

/** Why a run was told to end. Its message is what the run's error says. */
export class Interruption extends Error {
  override readonly name = "Interruption";
  /** 128+n, or null for a time limit. */
  readonly code: number | null;

  constructor(message: string, code: number | null) {
    super(message);
    this.code = code;
  }
}

/**
 * Runs `work` with a signal that aborts at the first SIGINT, SIGTERM, SIGHUP or SIGQUIT and after `timeoutMs`. At a second
 * signal `kill` is called (the children's process groups end at once) and nothing is waited for any more.
 */
export async function interruptibly<T>(
  io: Io,
  timeoutMs: number | null,
  kill: () => void,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly value: T | null; readonly interruption: Interruption | null }> {
  const controller = new AbortController();
  let interruption: Interruption | null = null;
  const gaveUp = deferred<null>();
  const stop = (reason: Interruption) => {
    interruption ??= reason;
    controller.abort(reason);
  };
  const onSignal = (name: EndSignal) => {
    if (interruption?.code !== undefined && interruption.code !== null) {
      kill();
      gaveUp.resolve(null);
    } else stop(new Interruption(`received ${name}`, signalExitCodes[name]));
  };
  const stopListening = io.onSignal(onSignal);
  const timer =
    timeoutMs === null
      ? undefined
      : setTimeout(
          () => stop(new Interruption(`the run took longer than ${timeoutMs} ms (\`--timeout\`)`, null)),
          timeoutMs,
        );
  try {
    const value = await Promise.race([work(controller.signal), gaveUp.promise]);
    return { value, interruption };
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}
