import { readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { CalledText, CompileHost } from "@lobster-lang/compiler";
import { nearest } from "@lobster-lang/language";
import type { Io } from "./io.ts";
import { decoded, largestFile } from "./read-source.ts";

/**
 * Reads the workflows that a file calls: relative to the file that names them, and only below the folder of the file itself,
 * below `folder` where one is given, or below LOBSTER_WORKFLOW_ROOT. Links are followed before that is judged.
 */
export function calledFiles(fileName: string, io: Pick<Io, "cwd" | "env">, folder: string | null = null): CompileHost {
  const set = io.env["LOBSTER_WORKFLOW_ROOT"]?.trim() ?? "";
  const root = set !== "" ? set : (folder ?? dirname(fileName));
  const realRoot = realPath(resolve(io.cwd, root));
  return {
    identityOf: (name) => realPath(resolve(io.cwd, name)),
    readText: (path, from) => {
      const name = isAbsolute(path) ? path : join(dirname(from ?? ""), path);
      const full = resolve(io.cwd, name);
      const outside = { kind: "outside", root } as const;
      const isOutside = isAbsolute(path) || (realRoot !== null && !isBelow(resolve(io.cwd, root), full));
      const real = realPath(full);
      if (real === null) return { kind: "missing", meant: neighbour(full, path), outside: isOutside };
      if (isOutside || realRoot === null || !isBelow(realRoot, real)) return outside;
      return read(real, name);
    },
  };
}

function read(real: string, name: string): CalledText {
  try {
    const stat = statSync(real);
    if (stat.isDirectory()) return { kind: "folder" };
    if (!stat.isFile()) return { kind: "unreadable", why: "it is no regular file" };
    if (stat.size > largestFile) return { kind: "unreadable", why: `it has ${stat.size} bytes` };
    const { text, problem } = decoded(name, readFileSync(real));
    return { kind: "text", name, identity: real, text, problem };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isForbidden = code === "EACCES" || code === "EPERM";
    return { kind: "unreadable", why: isForbidden ? "this user may not read it" : message };
  }
}

/** The path with all links followed, or null where there is nothing. */
function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The file of the same folder whose name is nearest, spelled as the path is. */
function neighbour(full: string, path: string): string | null {
  try {
    const meant = nearest(basename(full), readdirSync(dirname(full)));
    return meant === null ? null : path.slice(0, path.length - basename(path).length) + meant;
  } catch {
    return null;
  }
}
