import { argumentVariable, commandNamed, type ArgNode, type ShellAnalysis } from "@lobster-lang/language";
import {
  placedSteps,
  programName,
  requiredCommands,
  requiredGates,
  sortedNames,
  type PlacedStep,
  type PlanStep,
  type Requires,
} from "@lobster-lang/plan";
import type { AnalysedScript } from "./lowering.ts";
import { isShellOwn } from "./shell-builtins.ts";
import { literalOf } from "./text.ts";

/** What a plan may do, at a glance: for reviewers and policies. */
export function requiresOf(
  steps: readonly PlanStep[],
  scripts: readonly AnalysedScript[],
  args: readonly ArgNode[],
): Requires {
  const all = [...placedSteps({ steps })];
  const given = new Set(["LOBSTER_ARGS_JSON", ...args.flatMap((arg) => argumentVariable(arg.name) ?? [])]);
  return {
    commands: requiredCommands({ steps }),
    programs: sortedNames([
      ...scripts.flatMap((script) => programsOf(script.analysis)),
      ...all.flatMap(({ step }) => startedBy(step)),
    ]),
    environment: sortedNames(scripts.flatMap(({ analysis, env }) => environmentOf(analysis, env, given))),
    gates: requiredGates({ steps }),
    network: sortedNames(all.flatMap(networkOf)),
  };
}

/** Programs that a script names literally; what the shell itself brings is none. */
export function programsOf(analysis: ShellAnalysis): readonly string[] {
  return analysis.commands
    .flatMap(({ name, arguments: words }) => namedBy([name, ...words]))
    .filter((name) => name !== "" && !isShellOwn(name));
}

/** Commands that run the command which follows them. */
const prefixes: ReadonlySet<string> = new Set([
  "command",
  "env",
  "exec",
  "nice",
  "nohup",
  "setsid",
  "sudo",
  "time",
  "xargs",
]);

/** The program of a command, and the one that it starts if that follows at once: `sudo env A=1 apt` names three. */
function namedBy([name, ...rest]: readonly (string | null)[]): readonly string[] {
  if (name === null || name === undefined) return [];
  if (!prefixes.has(name)) return [name];
  const next = rest.findIndex((word) => word === null || !/^[A-Za-z_][A-Za-z0-9_]*=/.test(word));
  // An option may take a word of its own, so that what follows it is not surely a program.
  if (next === -1 || rest[next]?.startsWith("-") === true) return [name];
  return [name, ...namedBy(rest.slice(next))];
}

/** Programs that `exec PROGRAM …` and the project's own commands start. */
export function startedBy(step: PlanStep): readonly string[] {
  return stagesOf(step).flatMap((stage) => {
    const own = programName(stage);
    if (own !== null) return [own];
    const program = stage.arguments["program"];
    const name = program !== undefined && "texts" in program ? literalOf(program.texts[0] ?? []) : null;
    return name === null || name === "" ? [] : [name];
  });
}

/** Variables that a script reads and that neither it, nor `env:`, nor an argument sets. */
export function environmentOf(
  analysis: ShellAnalysis,
  env: ReadonlySet<string>,
  given: ReadonlySet<string>,
): readonly string[] {
  return analysis.variables
    .filter(({ access, name }) => access === "read" && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    .map((variable) => variable.name)
    .filter((name) => !given.has(name) && !env.has(name) && !analysis.assigned.has(name));
}

/** `id/2` where the second stage of a step reaches a network. */
function networkOf({ step, path }: PlacedStep): readonly string[] {
  return stagesOf(step).flatMap(({ command, program }, index) => {
    const reaches = program?.network ?? commandNamed(command)?.effects.includes("network") === true;
    return reaches ? [`${path}/${index + 1}`] : [];
  });
}

function stagesOf(step: PlanStep) {
  return step.action?.kind === "pipeline" ? step.action.stages : [];
}
