import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { channels } from "@lobster-lang/runtime";
import type { StepEvent } from "@lobster-lang/runtime";
import type { Plan } from "@lobster-lang/plan";
import type { Io } from "./io.ts";
import { coloursFor } from "./render/colour.ts";
import { visible } from "./render/terminal-text.ts";

/** What a run shows on standard error: on a terminal a line for each step, and what children write there. */
export interface Progress {
  /** Shows bytes of a child's standard error as they are. */
  print(chunk: Uint8Array): void;
  /** Takes the live line away until the next event: something else is shown on the terminal. */
  pause(): void;
  /** Ends it; may be called twice. */
  close(): void;
}

const clearLine = "\r\u001b[K";
/** How often the time of the running step is renewed. */
const tick = 200;

/** Progress of a workflow on a terminal; elsewhere, and for a pipeline, only the children's own words are shown. */
export function openProgress(plan: Plan, io: Io): Progress {
  if (!io.stderr.isTTY || plan.kind === "pipeline") {
    return { print: (chunk) => io.stderr.write(chunk), pause() {}, close() {} };
  }
  return liveProgress(io);
}

function liveProgress(io: Io): Progress {
  const colours = coloursFor(io.stderr, io.env);
  let running: { readonly label: string; readonly since: number } | null = null;
  let drawn = false;
  let atLineStart = true;
  const clear = () => {
    if (drawn) io.stderr.write(clearLine);
    drawn = false;
  };
  const draw = () => {
    if (running === null || !atLineStart) return;
    const line = `… ${running.label}  ${seconds(Date.now() - running.since)}`;
    io.stderr.write(`${clearLine}${colours.dim(line.slice(0, Math.max(10, io.stderr.columns - 1)))}`);
    drawn = true;
  };
  const line = (text: string) => {
    clear();
    io.stderr.write(`${atLineStart ? "" : "\n"}${text}\n`);
    atLineStart = true;
  };
  const onStep = (message: unknown) => {
    const event = message as StepEvent;
    const label = labelOf(event);
    if (event.phase === "started") {
      running = { label, since: Date.now() };
      draw();
      return;
    }
    running = null;
    // The run says it in a line of its own.
    if (event.phase === "retrying") return;
    if (event.phase === "skipped") line(colours.dim(`- ${label}  skipped`));
    else if (event.outcome === "failed") line(`${colours.red("✗")} ${label}  ${colours.dim(seconds(event.ms ?? 0))}`);
    else line(`${colours.green("✓")} ${label}  ${colours.dim(seconds(event.ms ?? 0))}`);
  };
  subscribe(channels.step, onStep);
  const timer = setInterval(draw, tick);
  timer.unref();
  return {
    print(chunk) {
      clear();
      io.stderr.write(chunk);
      atLineStart = chunk.at(-1) === 0x0a;
    },
    pause() {
      clear();
      if (!atLineStart) io.stderr.write("\n");
      atLineStart = true;
      running = null;
    },
    close() {
      unsubscribe(channels.step, onStep);
      clearInterval(timer);
      clear();
    },
  };
}

function labelOf(event: StepEvent): string {
  return visible(event.name === null ? event.id : `${event.id} (${event.name})`).replace(/\s+/g, " ");
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
