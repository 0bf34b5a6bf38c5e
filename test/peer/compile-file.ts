import { compile, type CompileHost, compilePipeline } from "@lobster-lang/compiler";
import type { Diagnostic } from "@lobster-lang/language";
import type { Plan } from "@lobster-lang/plan";
import type { PeerFile } from "./peer-file.ts";

/** What our compiler makes of a file, and of those beside it that it names. */
export function compileFile(file: PeerFile): {
  readonly plan: Plan | null;
  readonly diagnostics: readonly Diagnostic[];
} {
  if (file.kind === "pipeline") return compilePipeline(file.text);
  const host: CompileHost = {
    readText: (path) => {
      const name = path.replace(/^\.\//, "");
      const text = file.beside[name];
      return text === undefined
        ? { kind: "missing", meant: null, outside: false }
        : { kind: "text", name, identity: name, text, problem: null };
    },
  };
  return compile(file.text, host, { fileName: file.fileName });
}
