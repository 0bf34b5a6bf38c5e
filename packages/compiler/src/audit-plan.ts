import { analyseShell, textOf, wholeText } from "@lobster-lang/grammar";
import type { ShellAnalysis } from "@lobster-lang/language";
import { placedSteps, scriptsOf, type Plan, type Script } from "@lobster-lang/plan";
import { environmentOf, programsOf, startedBy } from "./lower/requires.ts";

/**
 * What is untrue about the scripts of a plan that somebody may have edited, in words: programs and variables that `requires`
 * does not name, although a reviewer or a policy goes by it; and values where the shell would run what they hold. Reads the
 * scripts as the compiler did, those of children at each place where the child is run.
 */
export function auditPlan(plan: Plan): readonly string[] {
  const problems: string[] = [];
  const analysed = new Map<Script, ShellAnalysis>();
  const programs = new Set([...placedSteps(plan)].flatMap(({ step }) => startedBy(step)));
  const environment = new Set<string>();
  for (const { script, args, env, outerEnv, label } of scriptsOf(plan)) {
    const known = analysed.get(script);
    const analysis = known ?? analysisOf(script);
    analysed.set(script, analysis);
    const given = new Set(["LOBSTER_ARGS_JSON", ...args.flatMap(({ variable }) => variable ?? [])]);
    const set = new Set([...env, ...outerEnv].map(({ name }) => name));
    for (const name of environmentOf(analysis, set, given)) environment.add(name);
    // The rest is the same wherever the child is run.
    if (known !== undefined) continue;
    for (const name of programsOf(analysis)) programs.add(name);
    const types = new Map(script.bindings.map(({ variable, type }) => [variable, type]));
    for (const { kind, part } of analysis.places) {
      const node = analysis.text.parts[part];
      const variable = node?.kind === "arg" ? node.name : "";
      if (kind === "refused" || (kind === "arithmetic" && types.get(variable) !== "integer"))
        problems.push(`${label}: \`\${${variable}}\` stands where the shell would run what it holds`);
    }
  }
  const missing = (what: string, found: ReadonlySet<string>, named: readonly string[]) => {
    const hidden = [...found].filter((name) => !named.includes(name)).toSorted();
    if (hidden.length > 0)
      problems.push(`requires, ${what}: does not name ${hidden.map((name) => `\`${name}\``).join(", ")}`);
  };
  missing("programs", programs, plan.requires.programs);
  missing("environment", environment, plan.requires.environment);
  return problems;
}

function analysisOf(script: Script): ShellAnalysis {
  const variables = script.bindings.map(({ variable }) => variable);
  const names = { args: new Set(variables.filter((it) => it.startsWith("_LOBSTER_"))), steps: new Set<string>() };
  return analyseShell(textOf(wholeText(script.text), "shell"), names);
}
