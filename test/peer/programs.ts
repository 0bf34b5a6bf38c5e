import { fork, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Which of the two programs. */
export type Side = "original" | "ours";

export interface CommandLine {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: { readonly [name: string]: string };
}

/** What a program printed; `code` is null for one that never answered and was ended. */
export interface Printed {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const modules: { readonly [side in Side]: string } = {
  original: here("../../.peer/node_modules/@clawdbot/lobster/dist/src/cli.js"),
  ours: here("../../packages/cli/dist/program/main.cjs"),
};

/** How long one command line may take before its process is ended. */
const patience = 30_000;

/** Whether `npm run test:peer` has installed the original. */
export const hasOriginal: boolean = existsSync(modules.original);

interface Worker {
  readonly process: ChildProcess;
  idle: boolean;
}

/** Both programs, each in some long-lived processes that take one command line at a time. */
export class Programs {
  readonly #width: number;
  readonly #workers: { readonly [side in Side]: Worker[] } = { original: [], ours: [] };
  readonly #waiting: { readonly [side in Side]: ((worker: Worker) => void)[] } = { original: [], ours: [] };

  constructor(width: number) {
    this.#width = width;
  }

  async run(side: Side, line: CommandLine): Promise<Printed> {
    const worker = await this.#take(side);
    const answer = await answerOf(worker.process, line);
    if (answer === null) worker.process.kill("SIGKILL");
    this.#give(side, worker, answer !== null);
    return answer ?? { code: null, stdout: "", stderr: `no answer after ${patience} ms` };
  }

  end(): void {
    for (const worker of [...this.#workers.original, ...this.#workers.ours]) worker.process.kill("SIGKILL");
  }

  #take(side: Side): Promise<Worker> {
    const workers = this.#workers[side];
    const free = workers.find((worker) => worker.idle);
    if (free !== undefined) {
      free.idle = false;
      return Promise.resolve(free);
    }
    if (workers.length < this.#width) {
      const worker = { process: start(side), idle: false };
      workers.push(worker);
      return Promise.resolve(worker);
    }
    return new Promise((resolve) => this.#waiting[side].push(resolve));
  }

  #give(side: Side, worker: Worker, isAlive: boolean): void {
    const workers = this.#workers[side];
    if (!isAlive || worker.process.exitCode !== null) workers.splice(workers.indexOf(worker), 1);
    const next = this.#waiting[side].shift();
    if (next === undefined) {
      worker.idle = true;
      return;
    }
    if (workers.includes(worker)) next(worker);
    else void this.#take(side).then(next);
  }
}

function start(side: Side): ChildProcess {
  return fork(here("worker.mjs"), [side, modules[side]], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
}

/** Null when the process ends or stays silent. */
function answerOf(child: ChildProcess, line: CommandLine): Promise<Printed | null> {
  return new Promise((resolve) => {
    const finish = (answer: Printed | null): void => {
      clearTimeout(timer);
      child.off("message", onMessage).off("exit", onExit);
      resolve(answer);
    };
    const onMessage = (answer: unknown): void => finish(answer as Printed);
    const onExit = (): void => finish(null);
    const timer = setTimeout(onExit, patience);
    child.on("message", onMessage).on("exit", onExit);
    child.send(line);
  });
}
