import type { Binding, PlanArg, PlanEnv, Script } from "@lobster-lang/plan";
import { RunFailure, StepFailure } from "./failures.ts";
import { asText, pieceText, textOf, type Scope } from "./values.ts";

export type Environment = { readonly [name: string]: string };

/** Linux: `NAME=value` and its NUL may have 128 KiB; the text of a script as much. */
const maxEntryBytes = 128 * 1024;

/** The environment of a step, and the argument variables that no environment can hold. */
export interface StepEnvironment {
  readonly variables: Environment;
  readonly omitted: ReadonlyMap<string, string>;
}

/**
 * What every child of a run inherits: the caller's environment without our private variables and without what makes a
 * shell run a start-up file (D31). A missing SHLVL makes bash take its input for a remote shell and read `~/.bashrc`.
 */
export function inheritedEnvironment(env: { readonly [name: string]: string | undefined }): Environment {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !entry[0].startsWith("_LOBSTER_") && entry[0] !== "BASH_ENV" && entry[0] !== "ENV",
  );
  return { SHLVL: "1", ...Object.fromEntries(kept) };
}

/** Variables of one place, and the results that their values may name. */
export interface EnvironmentLayer {
  /** Of a workflow: its arguments, which are in `scope`. */
  readonly declared?: readonly PlanArg[];
  readonly env: readonly PlanEnv[];
  readonly scope: Scope;
}

/**
 * Inherited variables, then `LOBSTER_ARGS_JSON` and `LOBSTER_ARG_*`, then the layers: the workflow's `env`, that of the
 * blocks around the step, the step's own; later wins. A called workflow inherits what its caller sets, but no argument of
 * the caller: its own arguments stand in their place.
 * @throws RunFailure when a declared value cannot be held by an environment.
 */
export async function stepEnvironment(
  inherited: Environment,
  layers: readonly EnvironmentLayer[],
): Promise<StepEnvironment> {
  // Without a prototype: `__proto__` is a variable like any other.
  const variables = Object.assign(Object.create(null) as { [name: string]: string }, inherited);
  const omitted = new Map<string, string>();
  const offer = (name: string, value: string) => {
    const fault = faultOf(name, value);
    if (fault === null) variables[name] = value;
    else {
      delete variables[name];
      omitted.set(name, fault);
    }
  };
  const innermost = layers.findLastIndex(({ declared }) => declared !== undefined);
  for (const [index, { declared = [], env, scope }] of layers.entries()) {
    if (index === innermost) {
      // One oversize argument must not fail every step: such a variable is left out, and only a script that needs it fails.
      offer("LOBSTER_ARGS_JSON", JSON.stringify(scope.args));
      for (const { name, variable } of declared) if (variable !== null) offer(variable, asText(scope.args[name]));
    }
    for (const { name, value } of env) {
      if (name === "BASH_ENV") continue;
      const text = await textOf(scope, value);
      const fault = faultOf(name, text);
      if (fault !== null) throw new RunFailure(`the value of \`${name}\` in \`env:\` ${fault}`);
      variables[name] = text;
      omitted.delete(name);
    }
  }
  return { variables, omitted };
}

/**
 * The environment of one script: the step's, and the values of its substitutions (D1). Missing values are set too, as empty
 * text, so that `set -u` scripts work.
 * @throws StepFailure when a value cannot be given to a shell; it names `stdin:` as the way.
 */
export async function scriptEnvironment(
  { variables, omitted }: StepEnvironment,
  script: Script,
  scope: Scope,
): Promise<Environment> {
  if (Buffer.byteLength(script.text) >= maxEntryBytes) {
    throw new StepFailure("the script is longer than the system allows (128 KiB); put it in a file and run that");
  }
  const bound: { [name: string]: string } = { ...variables };
  for (const binding of script.bindings) {
    const text = await pieceText(scope, binding.value);
    const fault = omitted.get(binding.variable) ?? faultOf(binding.variable, text);
    if (fault !== null) throw new StepFailure(`the value of ${bindingName(binding)} ${fault}`);
    bound[binding.variable] = binding.type === "integer" ? integerText(binding, text) : text;
  }
  return bound;
}

/** The shell evaluates this place as arithmetic: only a whole number may get there. Written without leading zeros (octal). */
function integerText(binding: Binding, text: string): string {
  const trimmed = text.trim();
  if (/^-?[0-9]+$/.test(trimmed)) return BigInt(trimmed).toString();
  const shown = trimmed.length > 40 ? `${trimmed.slice(0, 40)}…` : trimmed;
  throw new StepFailure(
    `the shell computes with ${bindingName(binding)} here, so it must be a whole number, got \`${shown}\``,
  );
}

function bindingName({ value }: Binding): string {
  if ("arg" in value) return `\`\${${value.arg}}\``;
  return `\`$${value.ref.step}.${value.ref.path.join(".")}\``;
}

/** Why an environment cannot hold a value, or null. */
function faultOf(name: string, value: string): string | null {
  if (value.includes("\0")) return "holds a NUL character, which no environment can; pass it by `stdin:`";
  if (/\p{Surrogate}/u.test(value)) return "holds half a surrogate pair, which is no character; pass it by `stdin:`";
  if (Buffer.byteLength(value) + Buffer.byteLength(name) + 2 > maxEntryBytes) {
    return `is longer than the system allows for a variable (128 KiB); pass it by \`stdin:\``;
  }
  return null;
}
