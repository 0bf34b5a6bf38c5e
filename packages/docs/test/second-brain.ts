import { cpSync } from "node:fs";
import { join } from "node:path";
import { root, sandbox, type Finished, type Sandbox } from "../../../test/e2e/sandbox.ts";
import { differences, treeOf } from "./file-tree.ts";

export const example = join(root, "packages", "docs", "examples", "second-brain");

/** A gate's request, as far as a person judges by it. */
export interface Asked {
  readonly prompt: string;
  readonly preview: string;
  readonly items: readonly unknown[];
  readonly approvalId: string;
}

export interface Envelope {
  readonly ok: boolean;
  readonly status?: string;
  readonly output?: readonly unknown[];
  readonly error?: { readonly message: string };
  readonly requiresApproval?: Asked | null;
}

type Variables = { readonly [name: string]: string };

/** A copy of the example in a folder of its own, whose `brain` and `lobster` are on PATH. */
export class SecondBrain {
  readonly box: Sandbox = sandbox();
  readonly #before;
  readonly #env: Variables;

  constructor(env: Variables = {}) {
    cpSync(example, this.box.folder, { recursive: true });
    this.#before = treeOf(join(this.box.folder, "vaults"));
    this.#env = { PATH: `${join(this.box.folder, "bin")}:${this.box.env["PATH"]}`, ...env };
  }

  get env(): Variables {
    return this.#env;
  }

  /** Runs a workflow to its first gate or its end. */
  async run(workflow: string, ...words: readonly string[]): Promise<Envelope> {
    return answerOf(await this.box.lobster(["run", "--mode", "tool", workflow, ...words], { env: this.#env }));
  }

  async resume(id: string, answer: "yes" | "no" = "yes"): Promise<Envelope> {
    return answerOf(await this.box.lobster(["resume", "--id", id, "--approve", answer], { env: this.#env }));
  }

  /** Approves every gate until the run has ended; gives what was asked, and the last envelope. */
  async approveAll(first: Envelope): Promise<{ readonly asked: readonly Asked[]; readonly end: Envelope }> {
    const asked: Asked[] = [];
    let envelope = first;
    while (envelope.requiresApproval) {
      asked.push(envelope.requiresApproval);
      envelope = await this.resume(envelope.requiresApproval.approvalId);
    }
    return { asked, end: envelope };
  }

  /** What is different in the vaults by now: all of it. */
  changes(): readonly string[] {
    return differences(this.#before, treeOf(join(this.box.folder, "vaults")));
  }
}

function answerOf({ stdout, stderr }: Finished): Envelope {
  try {
    return JSON.parse(stdout) as Envelope;
  } catch {
    throw new Error(`no envelope: ${stdout}${stderr}`);
  }
}
