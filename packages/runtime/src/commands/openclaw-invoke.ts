import type { Json } from "@lobster-lang/plan";
import { StepFailure, messageOf } from "../failures.ts";
import { callTool, gatewayOf, taskJson, taskUsage, type ToolCall } from "../gateway.ts";
import { isMap, type Arguments } from "./arguments.ts";
import { batchesOf, collect } from "./batches.ts";
import type { Batches, ItemsCommand, StageContext } from "./command.ts";
import { discardInput } from "./exec-input.ts";

/**
 * `openclaw.invoke --tool T --action A` and its older name: calls a tool of the gateway, once or with `--each` for every item
 * (original-runtime.md 2.4). A list as the result gives its elements.
 */
export const openclawInvoke = invoking("openclaw.invoke");
export const clawdInvoke = invoking("clawd.invoke");

function invoking(command: string): ItemsCommand {
  return {
    kind: "items",
    run: async function* (input, args, context): Batches {
      if (!args.flag("each")) {
        await discardInput(input);
        yield* batchesOf(await call(command, callOf(command, args), args, context));
        return;
      }
      // All items first: an earlier stage that fails half-way must not have sent a half.
      yield* batchesOf(await callForEach(command, await collect(input, context), args, context));
    },
  };
}

function callOf(command: string, args: Arguments): ToolCall {
  const [tool, action] = [args.text("tool")?.trim() ?? "", args.text("action")?.trim() ?? ""];
  if (tool === "" || action === "") throw new StepFailure(`${command} needs --tool and --action`);
  return {
    tool,
    action,
    args: args.json("args-json") ?? {},
    sessionKey: args.text("session-key"),
    dryRun: args.flag("dry-run"),
  };
}

async function call(
  command: string,
  tool: ToolCall,
  args: Arguments,
  { environment, world, signal, costs }: StageContext,
): Promise<readonly Json[]> {
  const gateway = gatewayOf(command, { url: args.text("url"), token: args.text("token") }, environment.variables);
  const result = await callTool(command, gateway, tool, world, signal);
  // The answer of a model is what was asked for, not the envelope around it (lobster.md "Structured model steps").
  if (tool.tool === "llm-task") await costs.spend(taskUsage(result));
  const value = tool.tool === "llm-task" ? (taskJson(result) ?? result) : result;
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

async function callForEach(
  command: string,
  items: readonly Json[],
  args: Arguments,
  context: StageContext,
): Promise<readonly Json[]> {
  const tool = callOf(command, args);
  const { args: base } = tool;
  if (!isMap(base)) throw new StepFailure(`${command} --each puts the item into --args-json, which must be a map`);
  const key = args.text("item-key") ?? "item";
  const results: Json[] = [];
  for (const [index, item] of items.entries()) {
    const each = { ...tool, args: Object.fromEntries([...Object.entries(base), [key, item]]) };
    try {
      const made = await context.once(`call ${index + 1}`, () => call(command, each, args, context));
      for (const result of made) results.push(result);
    } catch (error) {
      if (!(error instanceof StepFailure) || index === 0) throw error;
      const done = index === 1 ? "1 call before it was made" : `${index} calls before it were made`;
      throw new StepFailure(`${messageOf(error)} (item ${index + 1} of ${items.length}; ${done})`, { cause: error });
    }
  }
  return results;
}
