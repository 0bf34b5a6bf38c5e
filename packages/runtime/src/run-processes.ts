import { publish } from "./events.ts";
import type { RunningProcess, StartProcess } from "./process.ts";

/** Starts the children of one run: tells of each, and ends those that live when `kill` fires. */
export function processesOf(run: string, start: StartProcess, kill: AbortSignal | undefined): StartProcess {
  return async (spec) => {
    const child = await start(spec);
    const event = { run, pid: child.pid, file: spec.file };
    const end = () => endAtOnce(child);
    publish.process({ ...event, phase: "started", exitCode: null, signal: null });
    kill?.addEventListener("abort", end, { once: true });
    if (kill?.aborted === true) end();
    void child.exited.then(
      ({ code, signal }) => {
        kill?.removeEventListener("abort", end);
        publish.process({ ...event, phase: "ended", exitCode: code, signal });
      },
      // Whoever waits for the child gets the failure.
      () => kill?.removeEventListener("abort", end),
    );
    return child;
  };
}

function endAtOnce(child: RunningProcess): void {
  if (child.kill === undefined) void child.end().catch(() => undefined);
  else child.kill();
}
