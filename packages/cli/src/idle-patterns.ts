import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Diagnostic, PathPattern } from "@lobster-lang/language";
import type { Arguments } from "./arguments.ts";
import type { Configuration } from "./configuration.ts";
import type { Io } from "./io.ts";
import { patternFits } from "./path-patterns.ts";
import type { CheckedFile } from "./render/findings.ts";

/** A file that was met, and the configuration that it is checked by. */
export interface SeenFile {
  readonly path: string;
  readonly configuration: Configuration;
}

/**
 * The configurations whose whole folder was checked, with a warning for each pattern that named no file: most likely it is
 * misspelt, and what it is for does not happen.
 */
export function withIdlePatterns(seen: readonly SeenFile[], args: Arguments, io: Io): readonly CheckedFile[] {
  const folders = args.positionals.map((path) => resolve(io.cwd, path)).filter(isFolder);
  const byPath = new Map(seen.map(({ configuration }) => [configuration.file?.path, configuration]));
  return [...byPath.values()].flatMap(({ file, folder, ignore, paths }) => {
    if (file === null || folder === null || !folders.some((one) => !relative(one, folder).startsWith(".."))) return [];
    const fits = ({ pattern }: PathPattern) => seen.some(({ path }) => patternFits(pattern, path, folder));
    const idle = [...ignore, ...paths].filter((pattern) => !fits(pattern));
    return idle.length === 0 ? [] : [{ ...file, diagnostics: [...file.diagnostics, ...idle.map(ofPattern)] }];
  });
}

function ofPattern({ pattern, range }: PathPattern): Diagnostic {
  const message = `\`${pattern}\` fits no workflow file below this folder: mend the pattern, or remove it`;
  return { rule: "bad-config", severity: "warning", range, message, related: [], fixes: [] };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
