import type { RunSummary } from "@lobster-lang/state";
import { visible } from "./render/terminal-text.ts";

/** A run as `--json` prints it. Times are ISO 8601 in UTC. */
export function runAsJson({ header, status, gate, expiresAt, interrupted, updated }: RunSummary) {
  const { run, name, created, cwd, sourcePath, planHash } = header;
  const waits = { approvalId: gate, expiresAt, interrupted };
  return { run, name, status, created, updated, cwd, source: sourcePath, planHash, ...waits };
}

/** Rows in columns that line up; what stands in them is shown, never obeyed. */
export function columns(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map((cell) => visible(cell).replace(/\s+/g, " ")));
  const widths = (shown[0] ?? []).map((_, at) => Math.max(...shown.map((row) => row[at]?.length ?? 0)));
  return shown
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

/** Until when a gate can be approved; too late, that cancels the run. Nothing for one that waits for ever. */
export function patienceOf({ expiresAt }: RunSummary, now: number): string {
  if (expiresAt === null) return "";
  return Date.parse(expiresAt) <= now ? ` (expired ${timeOf(expiresAt)})` : ` (until ${timeOf(expiresAt)})`;
}

/** `2026-11-30 18:17:34`, in UTC. */
export function timeOf(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}
