// What may import what, how large a file may be, what it may be called: the table of ARCHITECTURE.md as data.

/** Folder of a room → rooms that it may import; `types` marks rooms of which it may import types only. */
export const rooms = {
  "packages/language": { name: "@lobster-lang/language", imports: [], types: [] },
  grammar: { name: "@lobster-lang/grammar", imports: ["language"], types: [] },
  "packages/checker": { name: "@lobster-lang/checker", imports: ["language"], types: [] },
  "packages/plan": { name: "@lobster-lang/plan", imports: [], types: [] },
  "packages/compiler": {
    name: "@lobster-lang/compiler",
    imports: ["language", "grammar", "checker", "plan"],
    types: [],
  },
  "packages/state": { name: "@lobster-lang/state", imports: [], types: ["plan"] },
  "packages/runtime": { name: "@lobster-lang/runtime", imports: ["language", "plan", "state"], types: [] },
  "packages/sdk": {
    name: "@lobster-lang/sdk",
    imports: ["language", "plan", "compiler", "runtime"],
    types: [],
  },
  "packages/engine-dbos": { name: "@lobster-lang/engine-dbos", imports: ["runtime", "plan", "state"], types: [] },
  "packages/language-server": {
    name: "@lobster-lang/language-server",
    imports: ["language", "grammar", "checker", "compiler", "plan", "state"],
    types: [],
  },
  "packages/tool": {
    name: "@lobster-lang/tool",
    imports: ["language", "grammar", "checker", "compiler", "plan", "state", "runtime"],
    types: [],
  },
  "packages/cli": {
    name: "@lobster-lang/cli",
    imports: ["language", "grammar", "checker", "compiler", "plan", "state", "runtime", "tool", "language-server"],
    types: ["engine-dbos"],
  },
  "packages/docs": { name: "@lobster-lang/docs", imports: [], types: [] },
  "packages/build": { name: "@lobster-lang/build", imports: "any", types: [] },
  extension: { name: "lobster-vscode", imports: [], types: [] },
};

/** Packages that only these rooms may know. */
export const guarded = {
  yaml: ["grammar"],
  chevrotain: ["grammar", "packages/build"],
  unbash: ["grammar"],
  execa: ["packages/runtime"],
  vscode: ["extension"],
  "vscode-languageclient": ["extension"],
  "vscode-languageserver": ["packages/language-server"],
};

/** `node:child_process` starts processes: only these files may. */
export const processStarters = ["packages/runtime/src/process.ts", "packages/runtime/src/process/"];

export const longestFile = 300;
export const longestRule = 150;
export const forbiddenNames = ["utils", "util", "helpers", "helper", "common", "misc", "shared"];
