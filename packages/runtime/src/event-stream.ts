import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { channels, type GateEvent, type ProcessEvent, type RunEvent, type StepEvent } from "./events.ts";
import type { RunFacts } from "./settings.ts";

/** Something that happened in one run. */
export type LobsterEvent =
  | ({ readonly kind: "run" } & RunEvent)
  | ({ readonly kind: "step" } & StepEvent)
  | ({ readonly kind: "gate" } & GateEvent)
  | ({ readonly kind: "process" } & ProcessEvent)
  /** No fault of the run, but worth a line. `run` is null while the run has no id yet. */
  | { readonly kind: "warning"; readonly run: string | null; readonly message: string }
  /** The reader was slower than the run: so many events before the next one were let go. */
  | { readonly kind: "lost"; readonly count: number };

/** How many events wait for their reader before the oldest are let go. */
export const defaultEventBuffer = 10_000;

/** The events of one run out of the channels, which all runs of the process share. */
export interface EventStream {
  readonly events: AsyncIterableIterator<LobsterEvent>;
  /** From here on the run's events are told from those of others. */
  readonly follow: (facts: RunFacts) => void;
  readonly warn: (message: string) => void;
  /** The run has ended: the reader gets what is left, and then the end. */
  readonly close: () => void;
}

/**
 * Listens at once. It never holds the run up: events wait in a buffer of `most`, and of more the oldest go. Secret arguments
 * are masked. Whoever stops reading (`break`) stops the listening, not the run.
 */
export function openEventStream(most = defaultEventBuffer): EventStream {
  const queue = boundedQueue(most);
  let facts: RunFacts | null = null;
  const listenTo = (kind: keyof typeof channels) => {
    const listener = (message: unknown) => {
      const event = message as { readonly run: string };
      if (facts === null || event.run !== facts.run) return;
      queue.push({ kind, ...facts.vault.maskValue(event) } as LobsterEvent);
    };
    subscribe(channels[kind], listener);
    return () => void unsubscribe(channels[kind], listener);
  };
  const stops = (Object.keys(channels) as (keyof typeof channels)[]).map(listenTo);
  const close = () => {
    for (const stop of stops.splice(0)) stop();
    queue.end();
  };
  return {
    events: iteratorOf(queue, close),
    follow: (known) => (facts = known),
    warn: (message) =>
      queue.push({ kind: "warning", run: facts?.run ?? null, message: facts?.vault.mask(message) ?? message }),
    close,
  };
}

interface Queue {
  push(event: LobsterEvent): void;
  /** The next event; undefined when there is none any more. */
  next(): Promise<LobsterEvent | undefined>;
  end(): void;
  drop(): void;
}

function boundedQueue(most: number): Queue {
  // Read from `first` on, so that taking one does not move all others.
  let waiting: LobsterEvent[] = [];
  let first = 0;
  let lost = 0;
  let isOver = false;
  const readers: ((event: LobsterEvent | undefined) => void)[] = [];
  const skip = () => {
    first++;
    if (first <= most && first < waiting.length) return;
    waiting = waiting.slice(first);
    first = 0;
  };
  const take = (): LobsterEvent | undefined => {
    if (lost > 0) {
      const count = lost;
      lost = 0;
      return { kind: "lost", count };
    }
    const event = waiting[first];
    if (event === undefined) return undefined;
    skip();
    return event;
  };
  return {
    push: (event) => {
      if (isOver) return;
      const reader = readers.shift();
      if (reader !== undefined) return reader(event);
      waiting.push(event);
      if (waiting.length - first <= most) return;
      lost++;
      skip();
    },
    next: () => {
      const event = take();
      if (event !== undefined || isOver) return Promise.resolve(event);
      return new Promise((resolve) => readers.push(resolve));
    },
    end: () => {
      isOver = true;
      for (const reader of readers.splice(0)) reader(undefined);
    },
    drop: () => {
      waiting = [];
      first = 0;
      lost = 0;
    },
  };
}

function iteratorOf(queue: Queue, close: () => void): AsyncIterableIterator<LobsterEvent> {
  const iterator: AsyncIterableIterator<LobsterEvent> = {
    next: async () => {
      const value = await queue.next();
      return value === undefined ? { done: true, value: undefined } : { done: false, value };
    },
    return: async () => {
      close();
      queue.drop();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
