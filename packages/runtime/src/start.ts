import type { Plan } from "@lobster-lang/plan";
import { openEventStream, type EventStream, type LobsterEvent } from "./event-stream.ts";
import { answering } from "./execute.ts";
import { resumeWith } from "./resume.ts";
import { runWith } from "./run.ts";
import { resumeSettings, runSettings, type RunFacts } from "./settings.ts";
import type { ResumeOptions, RunOptions, RunResult } from "./types.ts";

/** A run that goes on. Nothing of it needs to be read, and no part of it ever throws or rejects. */
export interface StartedRun {
  /** What happens in this run and in no other, in order; ends with the run. To be read once. */
  readonly events: AsyncIterableIterator<LobsterEvent>;
  /** How it ended, or where it waits. Never rejects. */
  readonly result: Promise<RunResult>;
  /** Ends the run: children get SIGTERM, and SIGKILL a moment later. `reason` is what its error then says. */
  abort(reason?: string): void;
}

export interface EventOptions {
  /** How many events wait for their reader before the oldest are let go. Default: 10,000. */
  readonly eventBuffer?: number;
}

/** Starts a plan and gives its events beside its result; options as for `run`. Returns at once and never throws. */
export function start(plan: Plan, options: RunOptions & EventOptions = {}): StartedRun {
  return watched(options, (more) => runWith(plan, { ...runSettings(options), ...more }));
}

/** Answers a gate as `resume` does, and gives the events of what follows beside the result. */
export function startResume(options: ResumeOptions & EventOptions): StartedRun {
  return watched(options, (more) => resumeWith({ ...resumeSettings(options), ...more }));
}

/** What replaces the caller's own options: theirs are called from there. */
interface Observed {
  readonly signal: AbortSignal;
  readonly onRun: (facts: RunFacts) => void;
  readonly onWarning: (message: string) => void;
}

type Given = Pick<RunOptions, "signal" | "onWarning"> & EventOptions;

function watched(options: Given, work: (observed: Observed) => Promise<RunResult>): StartedRun {
  const controller = new AbortController();
  const stream = openEventStream(options.eventBuffer);
  const signals = options.signal === undefined ? [] : [options.signal];
  const signal = AbortSignal.any([controller.signal, ...signals]);
  const result = closing(stream, () => work({ signal, onRun: stream.follow, onWarning: warner(options, stream) }));
  return {
    events: stream.events,
    result,
    abort: (reason) => controller.abort(reason === undefined ? undefined : new Error(reason)),
  };
}

function warner({ onWarning }: Given, stream: EventStream): (message: string) => void {
  return (message) => {
    stream.warn(message);
    onWarning?.(message);
  };
}

async function closing(stream: EventStream, work: () => Promise<RunResult>): Promise<RunResult> {
  try {
    // The settings may be refused as well: a folder that is gone, for example.
    return await answering(work);
  } finally {
    stream.close();
  }
}
