import { commandNamed, type ShellAnalysis } from "@lobster-lang/language";
import {
  placedSteps,
  programName,
  requiredCommands,
  requiredGates,
  sortedNames,
  type PlacedStep,
  type PlanStep,
  type Requires,
  type StepsOfPlan,
} from "@lobster-lang/plan";
import type { AnalysedScript, NotedCall } from "./lowering.ts";
import { isShellOwn } from "./shell-builtins.ts";
import { literalOf } from "./text.ts";

/** What one file asks of the world around it. */
export interface WorkflowNeeds {
  readonly scripts: readonly AnalysedScript[];
  readonly calls: readonly NotedCall[];
  /** Variables of its arguments. */
  readonly given: ReadonlySet<string>;
}

/** What a plan may do with all the children that its steps run, at a glance: for reviewers and policies. */
export function requiresOf(
  plan: StepsOfPlan,
  root: WorkflowNeeds,
  childNeeds: (key: string) => WorkflowNeeds | undefined,
): Requires {
  const all = [...placedSteps(plan)];
  const children = Object.keys(plan.children ?? {}).flatMap((key) => childNeeds(key) ?? []);
  return {
    commands: requiredCommands(plan),
    programs: sortedNames([
      ...[root, ...children].flatMap(({ scripts }) => scripts.flatMap((script) => programsOf(script.analysis))),
      ...all.flatMap(({ step }) => startedBy(step)),
    ]),
    environment: environmentWith(root, childNeeds),
    gates: requiredGates(plan),
    network: sortedNames(all.flatMap(networkOf)),
  };
}

/** Variables that scripts read and nothing sets; a child sees what `env:` sets around the step that runs it. */
function environmentWith(
  root: WorkflowNeeds,
  childNeeds: (key: string) => WorkflowNeeds | undefined,
): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = ({ scripts, calls, given }: WorkflowNeeds, around: ReadonlySet<string>): void => {
    const set = new Set(["LOBSTER_ARGS_JSON", ...given, ...around]);
    for (const { analysis, env } of scripts) for (const name of environmentOf(analysis, env, set)) found.add(name);
    for (const { child, env } of calls) {
      const inside = new Set([...around, ...env]);
      const key = `${child} ${[...inside].toSorted().join("=")}`;
      const needs = seen.has(key) ? undefined : childNeeds(child);
      seen.add(key);
      if (needs !== undefined) visit(needs, inside);
    }
  };
  visit(root, new Set());
  return sortedNames(found);
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
