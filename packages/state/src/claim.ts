import { join } from "node:path";
import { createExclusively } from "./atomic-file.ts";
import { isMissing } from "./error-codes.ts";
import type { FileHost } from "./file-host.ts";
import { liveness, ownIdentity, type ProcessIdentity } from "./process-identity.ts";
import { StateError } from "./types.ts";

/** The right to continue a run, worth until it is released or its process has ended. */
export interface Claim {
  readonly number: number;
  release(): Promise<void>;
}

/**
 * Takes the next claim of a run: `claim.N` made by link(2), never removed and never used again; the highest counts
 * (reference techniques E: no double claim in 300 rounds under kill -9).
 * @throws StateError when a living process holds the run, or one whose life cannot be judged from here.
 */
export async function takeClaim(files: FileHost, folder: string): Promise<Claim> {
  for (;;) {
    const highest = await highestClaim(files, folder);
    if (highest > 0 && !(await isOver(files, folder, highest))) {
      // Someone may have taken a higher one since: then that one counts.
      if ((await highestClaim(files, folder)) > highest) continue;
      throw heldBy(await holderOf(files, folder, highest));
    }
    const number = highest + 1;
    if (await createExclusively(files, join(folder, `claim.${number}`), `${JSON.stringify(ownIdentity())}\n`)) {
      return {
        number,
        release: async () => {
          // Its existence is all it says, and a lost one is made good by the new boot id: no link, no sync.
          const marker = await files.append(join(folder, `released.${number}`));
          await marker.close();
        },
      };
    }
  }
}

/** As `takeClaim`, but waits a little for a holder that is about to let go. */
export async function takeClaimSoon(files: FileHost, folder: string, patienceMs: number): Promise<Claim> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      return await takeClaim(files, folder);
    } catch (error) {
      if (!(error instanceof StateError) || Date.now() >= end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Whether a living process holds the run; `unknown` when that cannot be judged from here. */
export async function claimState(files: FileHost, folder: string): Promise<"free" | "held" | "unknown"> {
  const highest = await highestClaim(files, folder);
  if (highest === 0 || (await files.size(join(folder, `released.${highest}`))) !== null) return "free";
  const holder = await holderOf(files, folder, highest);
  const state = holder === null ? "dead" : liveness(holder);
  return state === "dead" ? "free" : state === "alive" ? "held" : "unknown";
}

async function highestClaim(files: FileHost, folder: string): Promise<number> {
  let highest = 0;
  for (const name of await files.list(folder)) {
    const match = /^claim\.(\d+)$/.exec(name);
    if (match !== null) highest = Math.max(highest, Number(match[1]));
  }
  return highest;
}

async function isOver(files: FileHost, folder: string, number: number): Promise<boolean> {
  if ((await files.size(join(folder, `released.${number}`))) !== null) return true;
  const holder = await holderOf(files, folder, number);
  return holder === null || liveness(holder) === "dead";
}

/** Null for a claim without readable content: it was made on a file system without links and its maker died at once. */
async function holderOf(files: FileHost, folder: string, number: number): Promise<ProcessIdentity | null> {
  try {
    return JSON.parse((await files.read(join(folder, `claim.${number}`))).toString("utf8")) as ProcessIdentity;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

function heldBy(holder: ProcessIdentity | null): StateError {
  const who = holder === null ? "another process" : `process ${holder.pid} on ${holder.host}`;
  return new StateError("state", `${who} is working on this run; wait until it has ended`);
}
