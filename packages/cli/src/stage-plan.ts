import type { CommandSignature, FlagSignature } from "@lobster-lang/language";
import type { Json, Plan, StageArgument } from "@lobster-lang/plan";

/** A plan of one stage, and the values of its secret flags, which are no part of it. */
export interface StagePlan {
  readonly plan: Plan;
  readonly secrets: { readonly [name: string]: string };
}

/**
 * The plan of a stage whose flags are given as values: they are data, and nothing in them is read as a reference. A secret
 * one is an argument, so that it is neither in the plan nor on the disk.
 */
export function stagePlan(
  command: CommandSignature,
  valueOf: (flag: string) => string | boolean | null,
  items: readonly Json[] | null,
): StagePlan {
  const secrets: [string, string][] = [];
  const given = command.flags.flatMap((flag): [string, StageArgument][] => {
    const value = valueOf(flag.name) ?? flag.default ?? null;
    if (value === null) return [];
    if (flag.secret === true) secrets.push([flag.name, String(value)]);
    return [[flag.name, argumentOf(flag, value)]];
  });
  const plan: Plan = {
    planVersion: 1,
    kind: "pipeline",
    name: null,
    description: null,
    shell: "posix",
    args: secrets.map(([name]) => secretArgument(name)),
    env: [],
    cwd: null,
    steps: [
      {
        id: "pipeline",
        name: null,
        description: null,
        when: null,
        action: { kind: "pipeline", stages: [{ command: command.name, arguments: Object.fromEntries(given) }] },
        gate: null,
        stdin: items === null ? null : { json: items },
        env: [],
        cwd: null,
        timeoutMs: null,
        onError: "stop",
        retry: null,
        idempotent: false,
        outputSchema: null,
      },
    ],
    costLimit: null,
    requires: { commands: [command.name], programs: [], environment: [], gates: [], network: ["pipeline/1"] },
  };
  return { plan, secrets: Object.fromEntries(secrets) };
}

function argumentOf({ name, type, secret }: FlagSignature, value: string | number | boolean): StageArgument {
  if (typeof value === "boolean") return { boolean: value };
  const text = secret === true ? [{ arg: name }] : value === "" ? [] : [{ text: String(value) }];
  if (type === "json") return { jsonText: text };
  return type === "number" || type === "integer" ? { numberText: text } : { text };
}

function secretArgument(name: string): Plan["args"][number] {
  return {
    name,
    variable: null,
    type: "string",
    required: true,
    default: null,
    hasDefault: false,
    enum: null,
    secret: true,
    description: null,
  };
}
