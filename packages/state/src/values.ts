import type { Json } from "@lobster-lang/plan";
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { writeAtomically } from "./atomic-file.ts";
import { isMissing } from "./error-codes.ts";
import type { FileHost } from "./file-host.ts";
import { StateError } from "./types.ts";

/** Values that pipelines keep from one run to the next (`state.set`, `diff.last`), by name. */
export interface ValueStore {
  /**
   * The value, or undefined when there is none.
   * @throws StateError for a name without letters or digits, and for a file that is no JSON.
   */
  read(key: string): Promise<Json | undefined>;
  /** @throws StateError for a name without letters or digits. */
  write(key: string, value: Json): Promise<void>;
}

/** Files that programs keep beside the original's values: never read as a value (original-runtime.md 3.1, W5). */
const runRecord = /^(?:approval_|workflow[-_]resume_|pipeline_resume_|sdk_resume_)/;

/** Longer names are cut and told apart by their hash: file systems end a name at 255 bytes. */
const longestName = 180;

/**
 * The values of a state folder: `values/`, a folder of their own, so that stored text can never be taken for a run. What the
 * original left beside its runs (`KEY.json`) is read while there is nothing newer here, and never changed.
 */
export function openValues(files: FileHost, stateFolder: string): ValueStore {
  const [beside, folder] = [resolve(stateFolder), join(resolve(stateFolder), "values")];
  return {
    read: async (key) => {
      const name = nameOf(key);
      const own = await readValue(files, join(folder, fileOf(name)), key);
      if (own !== undefined || runRecord.test(name)) return own;
      return name.length > longestName ? undefined : readValue(files, join(beside, `${name}.json`), key);
    },
    write: async (key, value) => {
      const path = join(folder, fileOf(nameOf(key)));
      await files.makeFolder(folder);
      await writeAtomically(files, path, `${JSON.stringify(value, null, 2)}\n`);
    },
  };
}

/** The original's rule (original-runtime.md 3.1): the same keys name the same value. */
function nameOf(key: string): string {
  const name = key
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "_")
    .replace(/^_/, "")
    .replace(/_$/, "");
  if (/[a-z0-9]/.test(name)) return name;
  throw new StateError("request", `\`${key}\` names no stored value: a key needs letters a-z or digits`);
}

function fileOf(name: string): string {
  if (name.length <= longestName) return `${name}.json`;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 32);
  return `${name.slice(0, longestName - hash.length - 1)}-${hash}.json`;
}

async function readValue(files: FileHost, path: string, key: string): Promise<Json | undefined> {
  try {
    return JSON.parse((await files.read(path)).toString("utf8")) as Json;
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (!(error instanceof SyntaxError)) throw error;
    throw new StateError("state", `the stored value \`${key}\` is damaged: \`${path}\` is no JSON`);
  }
}
