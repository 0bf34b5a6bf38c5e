// Builds everything: types (tsc -b), one bundle for each library, one for each verb of the program.
//   --bundles    only the bundles (they are made from the TypeScript sources)
//   --if-stale   nothing when no source is newer than the program
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { bundleLibraries } from "./bundle-libraries.mjs";
import { bundleProgram } from "./bundle.mjs";
import { alone } from "./alone.mjs";
import { isStale, root } from "./workspace.mjs";

const options = new Set(process.argv.slice(2));
const needless = () => options.has("--if-stale") && !isStale();
if (needless()) process.exit(0);
await alone(join(root, "node_modules", ".cache", "lobster-build"));
// Somebody else may have built it while this one waited.
if (needless()) process.exit(0);
if (!options.has("--bundles")) {
  const types = spawnSync(join(root, "node_modules", ".bin", "tsc"), ["-b"], { cwd: root, stdio: "inherit" });
  if (types.status !== 0) process.exit(types.status ?? 1);
}
await bundleLibraries();
// The last of all: what it writes says that everything is built.
await bundleProgram();
