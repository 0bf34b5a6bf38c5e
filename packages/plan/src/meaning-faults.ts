import { checkBlock, checkIds } from "./block-faults.ts";
import { checkSubstitutions } from "./substitution-faults.ts";
import { requiredCommands, requiredGates } from "./requires.ts";
import { bindingFaults } from "./binding-faults.ts";
import { placeInWords } from "./plan-place.ts";
import { isPosixShell, posixShells } from "./posix-shells.ts";
import { checkPrograms } from "./program-faults.ts";
import type { PlanFault, Report } from "./plan-fault.ts";
import { checkCalls, checkTable } from "./child-faults.ts";
import { workflowsOf, type WorkflowOfPlan } from "./children.ts";
import { ownSteps, type PlacedStep } from "./placed-steps.ts";
import type { Plan, PlanEnv } from "./types.ts";

/** What a schema cannot say about a plan: names that must exist, order, and lists that must tell the truth. */
export function meaningFaults(plan: Plan): readonly PlanFault[] {
  const faults: PlanFault[] = [];
  const report = (pointer: string, words: string): void => {
    faults.push({ pointer, message: `${placeInWords(plan, pointer)}: ${words}` });
  };
  checkTable(plan, report);
  // Whatever walks through children trusts their table.
  if (faults.length > 0) return faults;
  checkKind(plan, report);
  for (const workflow of workflowsOf(plan)) {
    checkNames(workflow, report);
    for (const placed of ownSteps(workflow)) checkStep(placed, report);
    checkShells(workflow.env, `${workflow.pointer}/env`, report);
    checkSubstitutions(workflow, report);
  }
  checkCalls(plan, report);
  bindingFaults(plan, report);
  checkRequires(plan, report);
  checkPrograms(plan, report);
  return faults;
}

function checkNames(workflow: WorkflowOfPlan, report: Report): void {
  checkIds(workflow, report);
  const at = workflow.pointer;
  const names = new Set<string>();
  const variables = new Set<string>();
  for (const [index, { name, variable, hasDefault, ...arg }] of workflow.args.entries()) {
    if (names.has(name)) report(`${at}/args/${index}/name`, `an earlier argument has the name \`${name}\` too`);
    names.add(name);
    if (variable !== null) {
      if (variables.has(variable))
        report(`${at}/args/${index}/variable`, `an earlier argument has the variable \`${variable}\` too`);
      if (variable === "LOBSTER_ARG_")
        report(`${at}/args/${index}/variable`, "the variable has no name after LOBSTER_ARG_");
      variables.add(variable);
    }
    if (!hasDefault && arg.default !== null)
      report(`${at}/args/${index}/default`, "there is a default, but `hasDefault` says that there is none");
  }
}

function checkKind(plan: Plan, report: Report): void {
  if (plan.kind !== "pipeline") return;
  const [step, ...more] = plan.steps;
  if (step === undefined || more.length > 0 || step.id !== "pipeline" || step.action?.kind !== "pipeline")
    report("/steps", "a plan of kind `pipeline` has exactly one step, a pipeline with the id `pipeline`");
}

/** Each stage pulls on the one before it: far more than this would be deeper than the program's stack. */
const stageLimit = 1000;

function checkStep({ step, pointer: at, around }: PlacedStep, report: Report): void {
  if (step.action === null && step.gate === null) report(at, "the step has neither an action nor a gate");
  if (step.gate?.requireDifferentApprover === true && (step.gate.initiatedBy?.length ?? 0) === 0)
    report(`${at}/gate`, "`requireDifferentApprover` has nobody to differ from: `initiatedBy` says nothing (D8)");
  checkShells(step.env, `${at}/env`, report);
  checkBlock(step, at, around, report);
  if (step.action?.kind === "input") {
    if (step.gate !== null) report(`${at}/gate`, "an input step has no gate itself; put it into a step of its own");
    if (step.stdin !== null) report(`${at}/stdin`, "an input step reads nothing; what it asks about is its `subject`");
  }
  if (step.outputSchema !== null && (typeof step.outputSchema !== "object" || Array.isArray(step.outputSchema)))
    report(`${at}/outputSchema`, "must be a JSON Schema: a map");
  if (step.action?.kind !== "pipeline") return;
  if (step.action.stages.length > stageLimit)
    report(`${at}/action/stages`, `a pipeline has at most ${stageLimit} stages, not ${step.action.stages.length}`);
  for (const [index, { command, arguments: given }] of step.action.stages.entries()) {
    const ways = ["shell", "program"].filter((name) => Object.hasOwn(given, name));
    if (command === "exec" && ways.length !== 1)
      report(`${at}/action/stages/${index}/arguments`, "exec needs exactly one of `shell` and `program`");
  }
}

/** A plan is compiled for one family of shells; another one would read its scripts differently. */
function checkShells(env: readonly PlanEnv[], at: string, report: Report): void {
  for (const [index, { name, value }] of env.entries()) {
    if (name !== "LOBSTER_SHELL") continue;
    const [piece, ...more] = value;
    const known = piece !== undefined && "text" in piece && more.length === 0 && isPosixShell(piece.text);
    if (value.length > 0 && !known)
      report(`${at}/${index}/value`, `this plan is for POSIX shells, named in full: ${posixShells.join(", ")}`);
  }
}

/** `requires` is what a reviewer or a policy reads: it must not hide anything that the plan itself shows. */
function checkRequires(plan: Plan, report: Report): void {
  for (const [name, list] of Object.entries(plan.requires)) {
    const sorted = [...new Set<string>(list)].toSorted();
    if (sorted.length !== list.length || sorted.some((entry, index) => entry !== list[index]))
      report(`/requires/${name}`, "must be sorted and without doubles");
  }
  checkSame("commands", requiredCommands(plan), plan.requires.commands, report);
  checkSame("gates", requiredGates(plan), plan.requires.gates, report);
}

function checkSame(name: string, right: readonly string[], given: readonly string[], report: Report): void {
  const missing = right.filter((entry) => !given.includes(entry));
  const surplus = given.filter((entry) => !right.includes(entry));
  if (missing.length > 0)
    report(`/requires/${name}`, `does not name ${missing.map((entry) => `\`${entry}\``).join(", ")}`);
  if (surplus.length > 0)
    report(
      `/requires/${name}`,
      `names ${surplus.map((entry) => `\`${entry}\``).join(", ")}, which the plan does not have`,
    );
}
