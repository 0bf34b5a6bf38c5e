import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Who holds a claim. A process id alone is used again; with the start time and the boot it names one process for ever. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot (Linux), or null where the system does not tell. */
  readonly start: string | null;
  readonly boot: string | null;
  readonly pidNamespace: string | null;
  readonly machine: string | null;
  readonly host: string;
}

/** This process. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    start: startOf("self")?.start ?? null,
    boot: textOf("/proc/sys/kernel/random/boot_id"),
    pidNamespace: linkOf("/proc/self/ns/pid"),
    machine: textOf("/etc/machine-id") ?? textOf("/var/lib/dbus/machine-id"),
    host: hostname(),
  };
}

/**
 * Whether the process still lives, as far as this one can judge: `unknown` on another machine or in another process
 * namespace (containers, network file systems).
 */
export function liveness(
  identity: ProcessIdentity,
  self: ProcessIdentity = ownIdentity(),
): "alive" | "dead" | "unknown" {
  if (identity.machine !== self.machine || identity.host !== self.host) return "unknown";
  if (identity.boot !== self.boot) return "dead";
  if (identity.pidNamespace !== self.pidNamespace) return "unknown";
  if (identity.start === null) return signalReaches(identity.pid) ? "alive" : "dead";
  const now = startOf(String(identity.pid));
  return now !== null && now.start === identity.start && now.state !== "Z" ? "alive" : "dead";
}

function startOf(process: string): { start: string; state: string } | null {
  const stat = textOf(`/proc/${process}/stat`);
  if (stat === null) return null;
  // The second field is the program's name in brackets and may hold anything, brackets and blanks too.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, start] = [fields[0], fields[19]];
  return state === undefined || start === undefined ? null : { state, start };
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
