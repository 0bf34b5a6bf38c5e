import { dirname, join } from "node:path/posix";
import type { CompileHost } from "@lobster-lang/compiler";

/** Files by name, as a folder would hold them; everything above it is outside. */
export function folderOf(files: { readonly [name: string]: string }): CompileHost {
  return {
    identityOf: (name) => name,
    readText: (path, from) => {
      const name = join(dirname(from ?? "x"), path);
      if (name.startsWith("..")) return { kind: "outside", root: "the folder" };
      const text = Object.hasOwn(files, name) ? files[name] : undefined;
      if (text === undefined) return { kind: "missing", meant: null, outside: false };
      return { kind: "text", name, identity: name, text, problem: null };
    },
  };
}
