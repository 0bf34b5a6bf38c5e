// `npm run lint`: oxlint, oxfmt --check, the layout, the types of sources and tests. All of them run, so that one call shows everything.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { root } from "./workspace.mjs";

const tool = (name) => join(root, "node_modules", ".bin", name);
const checks = [
  [tool("oxlint"), []],
  [tool("oxfmt"), ["--check"]],
  [process.execPath, [join(root, "packages", "build", "src", "lint-layout.mjs")]],
  [tool("tsc"), ["-b"]],
  [tool("tsc"), ["-p", "test"]],
];
const failed = checks.filter(([program, args]) => {
  return spawnSync(program, args, { cwd: root, stdio: "inherit" }).status !== 0;
});
process.exitCode = failed.length > 0 ? 1 : 0;
