// `npm run demo`: the inbox-triage example from its check to its effect, in a copy under a temporary folder.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { root } from "./workspace.mjs";

const built = spawnSync(process.execPath, [join(root, "packages", "build", "src", "build.mjs"), "--if-stale"], {
  stdio: "inherit",
});
if (built.status !== 0) process.exit(built.status ?? 1);

const program = join(root, "packages", "cli", "bin", "lobster.cjs");
const folder = mkdtempSync(join(tmpdir(), "lobster-demo-"));
const example = join(folder, "inbox-triage");
cpSync(join(root, "packages", "docs", "examples", "inbox-triage"), example, { recursive: true });
const env = {
  ...process.env,
  PATH: `${join(example, "bin")}${delimiter}${process.env.PATH ?? ""}`,
  LOBSTER_STATE_DIR: join(folder, "state"),
};

try {
  say("The mailbox, before:");
  show();
  say("Every fault of the file would be reported here; there is none:");
  lobster("check", "inbox-triage.lobster");
  say("What would run:");
  lobster("run", "inbox-triage.lobster", "--dry-run");
  say("The run stops at its gate. Nothing has been moved:");
  const envelope = JSON.parse(lobster("run", "--mode", "tool", "inbox-triage.lobster"));
  show();
  say("Approved, the same run goes on:");
  lobster("resume", "--id", envelope.requiresApproval.approvalId, "--approve", "yes");
  say("The mailbox, after:");
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

function show() {
  for (const name of readdirSync(join(example, "mailbox")).toSorted()) {
    const files = readdirSync(join(example, "mailbox", name)).toSorted();
    process.stdout.write(`  mailbox/${name}: ${files.join(" ")}\n`);
  }
}
