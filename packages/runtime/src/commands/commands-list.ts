import { commandsWith, type CommandSignature, type FlagSignature } from "@lobster-lang/language";
import type { Json } from "@lobster-lang/plan";
import { batchesOf } from "./batches.ts";
import type { Batches, ItemsCommand } from "./command.ts";
import { discardInput } from "./exec-input.ts";

/** `commands.list`: every stage, of the language and of the project, in order of its name, as agents read it (original-runtime.md 2.1). */
export const commandsList: ItemsCommand = {
  kind: "items",
  run: async function* (input, _args, { world }): Batches {
    await discardInput(input);
    yield* batchesOf(commandsWith(world.commands).all.map(described));
  },
};

function described(command: CommandSignature): Json {
  return {
    name: command.name,
    description: command.summary,
    argsSchema: argumentsSchema(command),
    examples: command.examples,
    sideEffects: command.effects,
  };
}

function argumentsSchema({ flags, positionals }: CommandSignature): Json {
  const required = flags.filter((flag) => flag.required === true).map((flag) => flag.name);
  const words = positionals.map((positional) => positional.doc).join(" ");
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(flags.map((flag) => [flag.name, flagSchema(flag)])),
      ...(words === "" ? {} : { _: { type: "array", items: { type: "string" }, description: words } }),
    },
    required,
  };
}

function flagSchema({ type, values, default: value, minimum, doc }: FlagSignature): Json {
  const isPlain = type === "number" || type === "integer" || type === "boolean";
  return {
    type: isPlain ? type : "string",
    ...(values === undefined ? {} : { enum: values }),
    ...(value === undefined ? {} : { default: value }),
    ...(minimum === undefined ? {} : { minimum }),
    description: doc,
  };
}
