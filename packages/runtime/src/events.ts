import { channel, type Channel } from "node:diagnostics_channel";

/** What is published on `lobster:run`. */
export interface RunEvent {
  readonly phase: "started" | "resumed" | "paused" | "finished";
  readonly run: string;
  readonly name: string | null;
  /** Ids of all steps, in order. */
  readonly steps: readonly string[];
  readonly status: "ok" | "failed" | "cancelled" | "aborted" | null;
  readonly message: string | null;
}

/** What is published on `lobster:step`. A step that a replay takes from the journal is not published again. */
export interface StepEvent {
  /** `retrying`: an attempt failed with `message`, and the next one starts in `ms` milliseconds. */
  readonly phase: "started" | "finished" | "skipped" | "retrying";
  readonly run: string;
  readonly id: string;
  readonly name: string | null;
  readonly outcome: "ok" | "failed" | null;
  readonly message: string | null;
  readonly ms: number | null;
}

/** What is published on `lobster:gate`. */
export interface GateEvent {
  readonly phase: "opened" | "decided";
  readonly run: string;
  /** Step id, or `id/<stage number>` for a gate in a pipeline. */
  readonly key: string;
  readonly prompt: string;
  readonly approved: boolean | null;
}

/** What is published on `lobster:process`. */
export interface ProcessEvent {
  readonly phase: "started" | "ended";
  readonly run: string;
  readonly pid: number;
  readonly file: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** Names of the channels of `node:diagnostics_channel`; subscribe to them to watch runs of this process. */
export const channels = {
  run: "lobster:run",
  step: "lobster:step",
  gate: "lobster:gate",
  process: "lobster:process",
} as const;

const open: { readonly [name in keyof typeof channels]: Channel } = {
  run: channel(channels.run),
  step: channel(channels.step),
  gate: channel(channels.gate),
  process: channel(channels.process),
};

export const publish = {
  run: (event: RunEvent) => open.run.publish(event),
  step: (event: StepEvent) => open.step.publish(event),
  gate: (event: GateEvent) => open.gate.publish(event),
  process: (event: ProcessEvent) => open.process.publish(event),
};
