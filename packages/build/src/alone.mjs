import { mkdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";

/** A lock that is older was left behind by a build that died. */
const staleMs = 300_000;

/** Waits until no other build runs, and keeps others waiting until this process ends. */
export async function alone(folder) {
  mkdirSync(dirname(folder), { recursive: true });
  while (!taken(folder)) await new Promise((resolve) => setTimeout(resolve, 100));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
}

function taken(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat !== undefined && Date.now() - stat.mtimeMs > staleMs) rmSync(folder, { recursive: true, force: true });
    return false;
  }
}
