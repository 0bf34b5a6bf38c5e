import { dismissGuard, forgetGroup, watchGroup } from "./process/guard.ts";

/** Process groups of the children of all runs in this process that still live: none may outlive it. */
const groups = new Set<number>();
let watchingExit = false;

/** How long a group may take to end by itself after SIGTERM. */
const graceMs = 250;

export function trackGroup(pid: number): void {
  groups.add(pid);
  watchGroup(pid);
  if (watchingExit) return;
  watchingExit = true;
  // Children have groups of their own, so nothing of the terminal reaches them: they must not outlive us.
  process.on("exit", () => {
    for (const group of groups) killGroup(group);
    dismissGuard();
  });
}

export function untrackGroup(pid: number): void {
  groups.delete(pid);
  forgetGroup(pid);
}

/** Ends one child's group at once, without grace. */
export function killGroup(pid: number): void {
  signalGroup(pid, "SIGKILL");
}

/** Asks a whole group to end, and ends it after the grace. Resolves when it is gone or was killed. */
export async function endGroup(pid: number): Promise<void> {
  signalGroup(pid, "SIGTERM");
  const end = performance.now() + graceMs;
  for (let pause = 1; performance.now() < end; pause = Math.min(pause * 2, 20)) {
    if (!signalGroup(pid, 0)) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  signalGroup(pid, "SIGKILL");
}

/** @returns false when no process of the group is left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
