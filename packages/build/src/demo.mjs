// `npm run demo [EXAMPLE]`: an example from its check to its effect, in a copy under a temporary folder.
//   inbox-triage (the default), second-brain
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { root } from "./workspace.mjs";

/** Each example's workflow and the folder that shows its effect. */
const examples = {
  "inbox-triage": { workflow: "inbox-triage.lobster", shown: "mailbox" },
  "second-brain": { workflow: "inbox-triage.lobster", shown: "vaults/personal" },
};
const name = process.argv[2] ?? "inbox-triage";
if (!Object.hasOwn(examples, name)) {
  process.stderr.write(`there is no example \`${name}\`: it is one of ${Object.keys(examples).join(", ")}\n`);
  process.exit(2);
}
const { workflow, shown } = examples[name];

const built = spawnSync(process.execPath, [join(root, "packages", "build", "src", "build.mjs"), "--if-stale"], {
  stdio: "inherit",
});
if (built.status !== 0) process.exit(built.status ?? 1);

const program = join(root, "packages", "cli", "bin", "lobster.cjs");
const folder = mkdtempSync(join(tmpdir(), "lobster-demo-"));
const example = join(folder, name);
cpSync(join(root, "packages", "docs", "examples", name), example, { recursive: true });
const env = {
  ...process.env,
  PATH: `${join(example, "bin")}${delimiter}${process.env.PATH ?? ""}`,
  LOBSTER_STATE_DIR: join(folder, "state"),
};

try {
  say("Before:");
  show();
  say("Every fault of the file would be reported here; there is none:");
  lobster("check", workflow);
  say("What would run:");
  lobster("run", workflow, "--dry-run");
  say("The run stops at its gate. Nothing has been moved:");
  const envelope = JSON.parse(lobster("run", "--mode", "tool", workflow));
  show();
  say("Approved, the same run goes on:");
  lobster("resume", "--id", envelope.requiresApproval.approvalId, "--approve", "yes");
  say("After:");
  show();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function say(text) {
  process.stdout.write(`\n# ${text}\n`);
}

/** Runs the program as a person would, shows what it says, and ends the demo where that fails. */
function lobster(...words) {
  process.stdout.write(`$ lobster ${words.join(" ")}\n`);
  const result = spawnSync(process.execPath, [program, ...words], { cwd: example, env, encoding: "utf8" });
  process.stdout.write(result.stderr + result.stdout);
  if (result.status !== 0) {
    process.stdout.write(`lobster ended with ${result.status}\n`);
    process.exit(1);
  }
  return result.stdout;
}

/** Every folder with its files, in one line each. */
function show(path = shown) {
  const entries = readdirSync(join(example, path), { withFileTypes: true }).filter(
    ({ name: own }) => !own.startsWith("."),
  );
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  if (files.length > 0) process.stdout.write(`  ${path}: ${files.toSorted().join(" ")}\n`);
  for (const { name: own } of entries.filter((entry) => entry.isDirectory())) show(join(path, own));
}
