import type { Json, PlanArg } from "@lobster-lang/plan";
import { shortestSecret } from "./forms.ts";
import { secretArguments, type WorkflowWithChildren } from "./secret-arguments.ts";

/** A value that must be on no disk and in no output, and where it came from. */
export interface Secret {
  /** For marks: letters, digits, `.`, `_`, `-` only. */
  readonly name: string;
  /** For people: an argument or a variable of the environment. */
  readonly label: string;
  readonly text: string;
}

/** Names of variables that hold secrets by custom; files and folders with them are none. */
const telling = /token|secret|passw(?:or)?d|api_?key|access_key|private_key|credential/i;
const harmless = /(?:_FILE|_PATH|_DIR|_HOME|TOKENS)$/i;
/** Shorter values are words like `true` and `none`. */
const shortestVariable = 8;

/** The values of secret arguments, and of inherited variables that are named like secrets (D32). */
export function secretsOf(
  plan: WorkflowWithChildren,
  values: { readonly [name: string]: Json },
  env: { readonly [name: string]: string | undefined },
): readonly Secret[] {
  const variables = Object.entries(env).flatMap(([name, value]): readonly Secret[] => {
    const text = value?.trim() ?? "";
    if (text.length < shortestVariable || !telling.test(name) || harmless.test(name)) return [];
    return [{ name: `env.${safe(name)}`, label: `variable \`${name}\``, text }];
  });
  return [...argumentSecrets(plan, values), ...variables];
}

/** The values of the secret arguments of a workflow. */
export function argumentSecrets(
  workflow: WorkflowWithChildren,
  values: { readonly [name: string]: Json },
): readonly Secret[] {
  const names = secretArguments(workflow);
  return workflow.args
    .filter(({ name }) => names.has(name))
    .flatMap(({ name: arg }: PlanArg, index) =>
      leaves(Object.hasOwn(values, arg) ? (values[arg] ?? null) : null).map((text, leaf): Secret => {
        const name = `arg.${safe(arg)}.${index}.${leaf}`;
        return { name, label: `argument \`${arg}\``, text };
      }),
    );
}

function safe(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_");
}

/** The texts of what an answer holds of secrets. */
export function secretTextsIn(values: readonly Json[]): readonly string[] {
  return values.flatMap((value) => leaves(value));
}

/** The texts and numbers of a value; its structure is no secret, nor are the short words that stand in one. */
function leaves(value: Json, shortest: number = shortestSecret): readonly string[] {
  if (value === null || typeof value === "boolean") return [];
  if (typeof value !== "object") return String(value).trim().length < shortest ? [] : [String(value)];
  const members = Array.isArray(value) ? (value as readonly Json[]) : Object.values(value);
  return members.flatMap((member) => leaves(member, shortestMember));
}

const shortestMember = 4;
