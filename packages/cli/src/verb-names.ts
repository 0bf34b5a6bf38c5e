import type { Verb } from "./verb-types.ts";

/** Loads a verb's module only when it is asked for; each becomes a bundle of its own. */
export const verbs: { readonly [name: string]: () => Promise<Verb> } = {
  approve: async () => (await import("./verbs/approve.ts")).verb,
  check: async () => (await import("./verbs/check.ts")).verb,
  compile: async () => (await import("./verbs/compile.ts")).verb,
  doctor: async () => (await import("./verbs/doctor.ts")).verb,
  explain: async () => (await import("./verbs/explain.ts")).verb,
  fmt: async () => (await import("./verbs/fmt.ts")).verb,
  graph: async () => (await import("./verbs/graph.ts")).verb,
  "invoke-tool": async () => (await import("./verbs/invoke-tool.ts")).verb,
  help: async () => (await import("./verbs/help.ts")).verb,
  keygen: async () => (await import("./verbs/keygen.ts")).verb,
  parse: async () => (await import("./verbs/parse.ts")).verb,
  prune: async () => (await import("./verbs/prune.ts")).verb,
  reject: async () => (await import("./verbs/reject.ts")).verb,
  replay: async () => (await import("./verbs/replay.ts")).verb,
  resume: async () => (await import("./verbs/resume.ts")).verb,
  run: async () => (await import("./verbs/run.ts")).verb,
  runs: async () => (await import("./verbs/runs.ts")).verb,
  show: async () => (await import("./verbs/show.ts")).verb,
};
