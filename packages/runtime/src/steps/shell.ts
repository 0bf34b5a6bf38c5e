import type { Script, Value } from "@lobster-lang/plan";
import { runToFiles, type Captured } from "../capture.ts";
import { scriptEnvironment } from "../environment.ts";
import { exitName, lastWords, tailOf } from "../last-words.ts";
import { emptyRecord, type StepRecord } from "../results.ts";
import { shellCommand } from "../shell.ts";
import { openStdin } from "./stdin.ts";
import type { StepContext } from "./step-context.ts";

/**
 * Runs a shell step: output into files of the run, by descriptor.
 * @throws StepFailure when the shell cannot be started or a limit is passed.
 */
export async function runShell(
  script: Script,
  stdin: Value | null,
  context: StepContext,
  signal: AbortSignal,
): Promise<StepRecord> {
  const { scope, world } = context;
  const { environment, cwd } = await context.prepare();
  const env = await scriptEnvironment(environment, script, scope);
  const { file, args } = shellCommand(script, env);
  const input = await openStdin(stdin, scope, world);
  try {
    const spec = { file, args, role: "shell", cwd, env, stdin: input.descriptor } as const;
    const captured = await runToFiles(world, spec, signal);
    const failed = failureOf(captured, script);
    const [stdout, stderr] = [await world.outputs.adopt(captured.stdout), await world.outputs.adopt(captured.stderr)];
    await context.costs.meetOutput(stdout, world.outputs);
    return { ...emptyRecord, stdout, stderr, exitCode: captured.exit.code, failed };
  } finally {
    input.close();
  }
}

/** Words of a failure: what standard error said last, else standard output, else the script itself. */
function failureOf({ exit, fault, stdout, stderr }: Captured, script: Script): string | null {
  if (fault !== null) return fault.message;
  if (exit.code === 0) return null;
  const said = lastWords(tailOf(stderr)) || lastWords(tailOf(stdout)) || script.text.trim();
  return `workflow command failed (${exitName(exit)}): ${said}`;
}
