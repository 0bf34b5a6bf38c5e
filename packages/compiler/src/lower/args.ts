import { plainValue, argumentVariable, type ArgNode } from "@lobster-lang/language";
import type { PlanArg } from "@lobster-lang/plan";
import type { Lowering } from "./lowering.ts";
import { jsonOf } from "./value.ts";

/** The declared arguments: without a default one is required (D15), and its variable is named as lobster.md says (D18). */
export function lowerArgs(args: readonly ArgNode[], lowering: Lowering): readonly PlanArg[] {
  return args.map((arg, index) => {
    lowering.mark(`/args/${index}`, arg.range);
    return {
      name: arg.name,
      variable: argumentVariable(arg.name),
      type: arg.type,
      required: arg.required ?? !arg.hasDefault,
      default: arg.hasDefault ? jsonOf(plainValue(arg.default)) : null,
      hasDefault: arg.hasDefault,
      enum: arg.enum === null ? null : arg.enum.map(jsonOf),
      secret: arg.secret,
      description: arg.description,
    };
  });
}

/** Two arguments of one variable would hide each other: refused, naming both (D18). */
export function refuseCollisions(args: readonly ArgNode[], lowering: Lowering): void {
  const owners = new Map<string, string>();
  for (const arg of args) {
    const variable = argumentVariable(arg.name);
    if (variable === null) continue;
    const owner = owners.get(variable);
    if (owner === undefined) owners.set(variable, arg.name);
    else
      lowering.refuse(
        "arg-name-collision",
        arg.entry.key.range,
        `\`${owner}\` and \`${arg.name}\` would share the variable \`${variable}\`; rename one`,
      );
  }
}
