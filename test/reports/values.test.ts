import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixAll, check } from "@lobster-lang/checker";
import { compile, compilePipeline } from "@lobster-lang/compiler";
import { readWorkflow } from "@lobster-lang/grammar";
import type { Plan } from "@lobster-lang/plan";
import { run, type Envelope } from "@lobster-lang/runtime";
import { argsOf, inputOf } from "./rows.ts";

// Public reports about what a value does when the workflow runs: each runs its input as it stands.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lobster-reports-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function planOf(text: string): Plan {
  const { plan, diagnostics } = compile(text, {}, { fileName: "flow.lobster" });
  if (plan === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return plan;
}

async function runPlan(plan: Plan, args: Record<string, unknown> = {}): Promise<Envelope> {
  const where = { stateDir: join(folder, "state"), cwd: folder, sourcePath: null, env: process.env };
  return (await run(plan, { args, ...where })).envelope;
}

async function outputOf(text: string, args: Record<string, unknown> = {}): Promise<readonly unknown[]> {
  const envelope = await runPlan(planOf(text), args);
  if (!envelope.ok) throw new Error(envelope.error.message);
  return envelope.output;
}

async function pipelineOutput(text: string): Promise<readonly unknown[]> {
  const { plan } = compilePipeline(text);
  const envelope = await runPlan(plan!);
  if (!envelope.ok) throw new Error(envelope.error.message);
  return envelope.output;
}

describe("a value in a script", () => {
  it("R001: mended by --fix, the step sees the result it was meant to see", async () => {
    const fixed = fixAll(inputOf("R001"), (text) => check(readWorkflow(text)));
    expect(await outputOf(fixed.text)).toEqual(["heat\n"]);
  });

  it("R002: keeps its quotes, byte for byte", async () => {
    expect(await outputOf(inputOf("R002"), argsOf("R002"))).toEqual([3]);
  });

  it("R003: cannot be told from the text of a JSON literal around it, but stays data for the shell", async () => {
    const [errors] = await outputOf(inputOf("R003"), argsOf("R003"));
    expect(errors).toBe(1);
  });

  it("R078: is JSON when it is a map, and empty when it is null", async () => {
    expect(await outputOf(inputOf("R078"), argsOf("R078"))).toEqual([{ a: 1 }]);
  });

  it("R115: runs nothing, whatever it says", async () => {
    const [greeting] = await outputOf(inputOf("R115"), argsOf("R115"));
    expect(greeting).toBe('hello x"; echo PWNED; echo "\n');
  });

  it("R082: of stdout does not cut the command in two by its last line break", async () => {
    expect(await outputOf(inputOf("R082").replace("ls -d", "echo"))).toEqual(["/tmp -a\n"]);
  });
});

describe("a value of env", () => {
  it("R080: that is a number or truth is the text as written (D13)", async () => {
    expect(await outputOf(inputOf("R080"))).toEqual(["[8080] [true]\n"]);
  });
});

describe("an argument from outside", () => {
  it("R077: that is not declared is refused, with the name it was meant for", async () => {
    const envelope = await runPlan(planOf(inputOf("R077")), argsOf("R077"));
    expect(envelope.ok).toBe(false);
    expect(envelope.ok ? "" : envelope.error.message).toMatch(/citty.*city/);
  });

  it("R076: whose shorthand was mended by --fix has its default", async () => {
    const fixed = fixAll(inputOf("R076"), (text) => check(readWorkflow(text)));
    expect(await outputOf(fixed.text)).toEqual(["[Paris]\n"]);
  });
});

describe("a word of a pipeline", () => {
  it("R041: may be empty", async () => {
    expect(await pipelineOutput(inputOf("R041"))).toEqual(["", "tail"]);
  });

  it("R048: may hold a `|` in quotes", async () => {
    expect(await pipelineOutput(inputOf("R048"))).toEqual(["a|b"]);
  });

  it("R049: may end in a backslash in single quotes (D25)", async () => {
    const [line] = await pipelineOutput("exec node -e 'process.stdout.write(process.argv[1])' 'C:\\temp\\' | json");
    expect(line).toBe("C:\\temp\\");
  });

  it("R122: reaches the program as it is, and no shell", async () => {
    expect(await pipelineOutput(inputOf("R122"))).toEqual(["a;echo PWNED"]);
  });
});
