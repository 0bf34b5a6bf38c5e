import { createHash } from "node:crypto";
import type { FileSource } from "@lobster-lang/plan";

/** Where a plan or child came from, without a trace of the machine: the file's base name only (invariant 3). */
export function fileSourceOf(text: string, fileName: string | null, ranges: FileSource["ranges"]): FileSource {
  return { file: fileName === null ? null : baseName(fileName), sha256: sha256(text), ranges };
}

function baseName(fileName: string): string {
  return fileName.split(/[/\\]/).at(-1) ?? "";
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
