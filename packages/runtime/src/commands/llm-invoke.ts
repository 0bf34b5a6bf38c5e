import { invokeModel } from "../model/invoke-model.ts";
import { providerOf } from "../model/provider.ts";
import type { ModelRequest } from "../model/request.ts";
import { modelRequest } from "../model/settings.ts";
import { batchesOf, collect } from "./batches.ts";
import type { Batches, ItemsCommand } from "./command.ts";

/** `llm.invoke --prompt '…'`: one call of a model about the items; `llm_task.invoke` asks the gateway unless told otherwise. */
export const llmInvoke = invoking("llm.invoke");
export const llmTaskInvoke = invoking("llm_task.invoke");

function invoking(command: ModelRequest["command"]): ItemsCommand {
  return {
    kind: "items",
    run: async function* (input, args, context): Batches {
      const { variables } = context.environment;
      const request = modelRequest(command, args, await collect(input, context), variables);
      const given = { provider: args.text("provider"), token: args.text("token") };
      yield* batchesOf(
        await invokeModel(request, providerOf(command, given, variables, context.world.models), context),
      );
    },
  };
}
