// `npm run test:peer`: installs the original (pinned, with integrity, into `.peer/`), builds what is stale, and runs both
// programs side by side (test/peer). Words go to vitest. LOBSTER_SEED=N makes other files, LOBSTER_PEER_FILES=N more of them.
// Without a registry nothing is compared: the last line says so, and with CI=true it is a failure.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { isStale, root } from "./workspace.mjs";

const pinned = join(root, "test", "peer", "original");
const folder = join(root, ".peer");
const files = ["package.json", "package-lock.json"];

const trouble = isInstalled() ? null : install();
if (trouble === null) process.exitCode = compare();
else {
  process.stdout.write(
    `${trouble}\nskipped: test:peer: the original could not be installed, so that nothing was compared\n`,
  );
  process.exitCode = process.env.CI === "true" ? 1 : 0;
}

/** Whether what is there is what the pins say; npm writes the lock of what it installed beside it. */
function isInstalled() {
  const isSame = (name) =>
    existsSync(join(folder, name)) &&
    readFileSync(join(folder, name), "utf8") === readFileSync(join(pinned, name), "utf8");
  return files.every(isSame) && existsSync(join(folder, "node_modules", ".package-lock.json"));
}

/** Null, or what npm said. No script of any package runs. */
function install() {
  mkdirSync(folder, { recursive: true });
  for (const name of files) copyFileSync(join(pinned, name), join(folder, name));
  copyFileSync(join(root, ".npmrc"), join(folder, ".npmrc"));
  const npm = spawnSync("npm", ["ci", "--ignore-scripts", "--loglevel=error"], {
    cwd: folder,
    encoding: "utf8",
    timeout: 120_000,
  });
  return npm.status === 0 ? null : (npm.stderr ?? String(npm.error));
}

function compare() {
  if (isStale()) {
    const built = spawnSync(process.execPath, [join(root, "packages", "build", "src", "build.mjs")], {
      stdio: "inherit",
    });
    if (built.status !== 0) return built.status ?? 1;
  }
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const tested = spawnSync(process.execPath, [vitest, "run", "test/peer/side-by-side", ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, LOBSTER_PEER: "1" },
  });
  return tested.status ?? 1;
}
