import type { Report } from "./plan-fault.ts";
import { placedSteps } from "./placed-steps.ts";
import type { Plan, ProgramFlag, Stage, StageArgument } from "./types.ts";

/** What a schema cannot say about stages that are programs of a project: their arguments, and what `requires` says of them. */
export function checkPrograms(plan: Plan, report: Report): void {
  for (const { step, pointer, path } of placedSteps(plan)) {
    if (step.action?.kind !== "pipeline") continue;
    for (const [index, stage] of step.action.stages.entries()) {
      const at = `${pointer}/action/stages/${index}`;
      checkStage(stage, at, report);
      const place = `${path}/${index + 1}`;
      if (stage.program?.network === true && !plan.requires.network.includes(place))
        report("/requires/network", `does not name \`${place}\``);
      const name = programName(stage);
      if (name !== null && !plan.requires.programs.includes(name))
        report("/requires/programs", `does not name \`${name}\``);
    }
  }
}

/** The program that a stage of the project's own starts, as it is written; null for a stage of the language. */
export function programName({ program }: Stage): string | null {
  const [word] = program?.words ?? [];
  if (word === undefined) return null;
  return "text" in word ? word.text : word.file;
}

function checkStage({ program, arguments: given }: Stage, at: string, report: Report): void {
  if (program === undefined) return;
  const flags = new Map(program.flags.map((flag) => [flag.name, flag]));
  if (flags.size !== program.flags.length) report(`${at}/program/flags`, "two flags have the same name");
  if (programName({ command: "", arguments: {}, program }) === "") report(`${at}/program/words/0`, "is empty");
  for (const [name, argument] of Object.entries(given)) {
    const flag = flags.get(name);
    if (flag === undefined) report(`${at}/arguments/${name}`, "is no flag of this program");
    else if (!fits(argument, flag)) report(`${at}/arguments/${name}`, `does not fit a flag of type ${flag.type}`);
  }
}

function fits(argument: StageArgument, { type }: ProgramFlag): boolean {
  switch (type) {
    case "boolean":
      return "boolean" in argument;
    case "json":
      return "jsonText" in argument;
    case "text":
      return "text" in argument;
    case "integer":
    case "number":
      return "number" in argument || "numberText" in argument;
  }
}
