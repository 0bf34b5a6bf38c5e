import { closestName } from "../closest-name.ts";
import { StepFailure } from "../failures.ts";
import { knownWorkflows } from "../monitors/known-workflows.ts";
import { isMap } from "./arguments.ts";
import type { Batches, ItemsCommand } from "./command.ts";
import { discardInput } from "./exec-input.ts";

const command = "workflows.run";

/** Whether the name of a workflow is that of a file, by its ending. */
export function namesFile(name: string): boolean {
  return /\.(?:lobster|ya?ml|json)$/i.test(name.trim());
}

/**
 * `workflows.run NAME --args-json '{…}'`: runs a workflow that comes with the program (original-runtime.md 2.8). A file is run
 * by the pipeline itself: its gates stop the run.
 */
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
  const known = namesFile(name) ? "a file is run by --file" : `known are ${names.join(", ")}; a file is run by --file`;
  const hint = near === null ? known : `write \`${near}\``;
  return `${command}: there is no workflow \`${name}\`; ${hint}`;
}
