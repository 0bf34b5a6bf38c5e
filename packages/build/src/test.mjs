// `npm test`: builds what is stale, runs every test that this machine allows, and names what it skipped and why.
//   --long   also the long forms (LOBSTER_LONG=1)
//   other words go to vitest (`npm test -- packages/cli`)
// With CI=true a skip is a failure, except in the groups that have a command of their own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";
import { isStale, root } from "./workspace.mjs";

/** A test with one of these in its name may be skipped anywhere: `npm run <group>` runs it. */
const ownCommands = ["test:long", "test:peer", "test:openclaw"];

const words = process.argv.slice(2);
const long = words.includes("--long");
const wanted = words.filter((word) => word !== "--long");

if (isStale()) {
  const built = spawnSync(process.execPath, [join(root, "packages", "build", "src", "build.mjs")], {
    stdio: "inherit",
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

const folder = mkdtempSync(join(tmpdir(), "lobster-test-"));
const report = join(folder, "report.json");
const vitest = spawnSync(
  process.execPath,
  [
    join(root, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...wanted,
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, ...(long ? { LOBSTER_LONG: "1" } : {}) } },
);
process.exitCode = summarise(vitest.status ?? 1);
rmSync(folder, { recursive: true, force: true });

/** Prints the skipped tests and the last line; gives the exit code. */
function summarise(status) {
  let result;
  try {
    result = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    process.stdout.write("vitest gave no report\n0 passed, 1 failed\n");
    return status === 0 ? 1 : status;
  }
  const tests = result.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({ ...test, file: relative(root, file.name) })),
  );
  const skipped = tests.filter((test) => test.status !== "passed" && test.status !== "failed");
  for (const test of skipped) process.stdout.write(`skipped: ${test.file}: ${test.fullName}\n`);
  const refused = process.env.CI === "true" ? skipped.filter((test) => !hasOwnCommand(test)) : [];
  if (refused.length > 0) process.stdout.write(`${refused.length} tests were skipped, and with CI=true none may be\n`);
  const brokenFiles = result.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failed = tests.filter((test) => test.status === "failed").length + brokenFiles.length + refused.length;
  process.stdout.write(`${tests.filter((test) => test.status === "passed").length} passed, ${failed} failed\n`);
  return failed > 0 ? 1 : status;
}

function hasOwnCommand(test) {
  return ownCommands.some((name) => test.fullName.includes(name));
}
