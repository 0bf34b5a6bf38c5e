import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compilePipeline } from "@lobster-lang/compiler";
import { run } from "@lobster-lang/runtime";
import type { Json } from "@lobster-lang/plan";
import { cannotBeWritten, nodeFiles } from "@lobster-lang/state";
import type { Io } from "../io.ts";
import { isProgram } from "../is-program.ts";
import { errorEnvelope, printOneDocument } from "../one-document.ts";
import type { Answer } from "../one-document.ts";
import { programOnPath } from "../program-on-path.ts";
import { stateFolder } from "../state-folder.ts";
import type { Verb } from "../verb-types.ts";
import { version } from "../version.ts";

/** `lobster doctor`: an envelope with one item that holds every check; exit 1 and a `doctor_error` where one fails. */
export const verb: Verb = {
  async run(words, io) {
    return printOneDocument(io, () => examine(words, io));
  },
};

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

async function examine(notes: readonly string[], io: Io): Promise<Answer> {
  const checks = [nodeCheck(), await stateCheck(io), shellCheck(io), programCheck(io), await commandCheck(io)];
  const failed = checks.filter((check) => !check.ok);
  if (failed.length > 0) {
    const message = failed.map((check) => `${check.name}: ${check.detail}`).join("\n");
    return { envelope: errorEnvelope("doctor_error", message), code: 1 };
  }
  const item = {
    version,
    protocolVersion: 1,
    planVersion: 1,
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    checks: checks.map((check) => ({ ...check })),
    notes: [...notes],
  } satisfies Json;
  return {
    envelope: {
      protocolVersion: 1,
      ok: true,
      status: "ok",
      output: [item],
      requiresApproval: null,
      requiresInput: null,
    },
    code: 0,
  };
}

function nodeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return {
    name: "node",
    ok,
    detail: ok ? process.versions.node : `${process.versions.node} is too old: use 20.19 or newer`,
  };
}

async function stateCheck(io: Io): Promise<Check> {
  const folder = stateFolder(io);
  try {
    await nodeFiles.makeFolder(folder);
    const probe = join(folder, `.doctor-${process.pid}`);
    writeFileSync(probe, "", { mode: 0o600 });
    rmSync(probe);
    return { name: "state folder", ok: true, detail: folder };
  } catch (error) {
    return { name: "state folder", ok: false, detail: cannotBeWritten(folder, error as Error) };
  }
}

function programCheck(io: Io): Check {
  return { name: "program", ...programOnPath(io) };
}

function shellCheck(io: Io): Check {
  const shell = io.env["LOBSTER_SHELL"]?.trim() || "/bin/sh";
  const folders = shell.includes("/") ? [""] : (io.env["PATH"] ?? "").split(":").filter((folder) => folder !== "");
  const found = folders.map((folder) => join(folder, shell)).find(isProgram);
  if (found !== undefined) return { name: "shell", ok: true, detail: found };
  return {
    name: "shell",
    ok: false,
    detail: `\`${shell}\` is not found: install it, or name another one in LOBSTER_SHELL`,
  };
}

/** One real run, in a state folder of its own: the shell starts, its output comes back. */
async function commandCheck(io: Io): Promise<Check> {
  const folder = mkdtempSync(join(tmpdir(), "lobster-doctor-"));
  try {
    const { plan } = compilePipeline("exec --shell 'echo lobster'", {});
    if (plan === null) return { name: "run", ok: false, detail: "the compiler refuses a trivial pipeline" };
    const env = io.env;
    const { envelope } = await run(plan, { stateDir: folder, cwd: folder, env });
    if (!envelope.ok) return { name: "run", ok: false, detail: envelope.error.message };
    const ok = envelope.output.length === 1 && envelope.output[0] === "lobster";
    return {
      name: "run",
      ok,
      detail: ok ? "a shell command ran" : `a shell command gave ${JSON.stringify(envelope.output)}`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
