import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { isProgram } from "./is-program.ts";
import type { Io } from "./io.ts";
import { version } from "./version.ts";

const ownPackage = "@lobster-lang/cli";

/** What a shell starts when it reads `lobster`: other programs have that name, too (R131). */
export function programOnPath(io: Io): { readonly ok: boolean; readonly detail: string } {
  const folders = (io.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = folders.map((folder) => join(folder, "lobster")).find(isProgram);
  if (found === undefined) return { ok: true, detail: "`lobster` is not on PATH" };
  const manifest = manifestAbove(realpathSync(found));
  if (manifest?.name !== ownPackage) {
    return {
      ok: false,
      detail: `\`lobster\` on PATH is \`${found}\`, another program than this one (\`${ownPackage}\`): put this one's folder first in PATH`,
    };
  }
  return {
    ok: true,
    detail: manifest.version === version ? found : `${found}, of version ${String(manifest.version)}`,
  };
}

/** The nearest manifest of a package around a file. */
function manifestAbove(file: string): { readonly name?: unknown; readonly version?: unknown } | null {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const path = join(folder, "package.json");
    if (existsSync(path)) return readManifest(path);
    if (folder === dirname(folder)) return null;
  }
}

function readManifest(path: string): { readonly name?: unknown; readonly version?: unknown } | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as { readonly name?: unknown };
  } catch {
    return null;
  }
}
