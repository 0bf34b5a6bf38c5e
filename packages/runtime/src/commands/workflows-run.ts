import { closestName } from "../closest-name.ts";
import { StepFailure } from "../failures.ts";
import { knownWorkflows } from "../monitors/known-workflows.ts";
import { isMap } from "./arguments.ts";
import type { Batches, ItemsCommand } from "./command.ts";
import { discardInput } from "./exec-input.ts";

const command = "workflows.run";

/** `workflows.run NAME --args-json '{…}'`: runs a workflow that comes with the program (original-runtime.md 2.8). */
export const workflowsRun: ItemsCommand = {
  kind: "items",
  run: async function* (input, args, context): Batches {
    await discardInput(input);
    const name = args.text("name")?.trim() ?? "";
    const workflow = knownWorkflows.find((one) => one.name === name);
    if (workflow === undefined) throw new StepFailure(unknown(name));
    const given = args.json("args-json") ?? {};
    if (!isMap(given)) throw new StepFailure(`${command} --args-json must be a JSON map`);
    const properties = Object.keys((workflow.argsSchema.properties ?? {}) as object);
    const stranger = Object.keys(given).find((each) => !properties.includes(each));
    if (stranger !== undefined) {
      throw new StepFailure(`\`${name}\` has no argument \`${stranger}\`; it has ${properties.join(", ")}`);
    }
    yield [await workflow.run(given, context)];
  },
};

function unknown(name: string): string {
  const names = knownWorkflows.map((one) => one.name);
  const near = closestName(name, names);
  const hint = near === null ? `known are ${names.join(", ")}` : `write \`${near}\``;
  return `${command}: there is no workflow \`${name}\`; ${hint}`;
}
