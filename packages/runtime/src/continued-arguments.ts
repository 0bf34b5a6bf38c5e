import type { Plan } from "@lobster-lang/plan";
import type { RunFolder } from "@lobster-lang/state";
import { resolveArgs, type ArgumentValues } from "./args.ts";
import { secretsOf } from "./secrets/known-secrets.ts";
import { secretArguments } from "./secrets/secret-arguments.ts";
import { openVault, type Vault } from "./secrets/vault.ts";

type Given = { readonly [name: string]: unknown };

/** The arguments of a run that goes on, and the vault that opens what it stored. */
export interface ContinuedArguments {
  readonly values: ArgumentValues;
  readonly vault: Vault;
}

/** The stored arguments, and the secret ones from whoever resumes (D32); a problem in words where they do not fit. */
export function argumentsOf(
  run: Pick<RunFolder, "header">,
  plan: Plan,
  given: Given,
  env: { readonly [name: string]: string | undefined },
): ContinuedArguments | { readonly problem: string } {
  const { args: stored, secretArgs, secretMark } = run.header;
  const changed = Object.keys(given).find((name) => Object.hasOwn(stored, name));
  if (changed !== undefined) {
    return { problem: `argument \`${changed}\` was given when the run began and cannot be changed at its resume` };
  }
  const secret = secretArguments(plan);
  const fresh = plan.args.find(
    ({ name }) => secret.has(name) && Object.hasOwn(given, name) && !secretArgs.includes(name),
  );
  if (fresh !== undefined) {
    return {
      problem: `argument \`${fresh.name}\` was not given when the run began and cannot be changed at its resume`,
    };
  }
  const missing = secretArgs.filter((name) => !Object.hasOwn(given, name));
  if (missing.length > 0) return { problem: askFor(missing) };
  const secrets = plan.args
    .filter(({ name }) => secret.has(name))
    .map((arg) => [arg.name, given[arg.name] ?? arg.default]);
  const vault = openVault(secretsOf(plan, Object.fromEntries(secrets) as ArgumentValues, env), secretMark ?? null);
  const resolved = resolveArgs(plan, { ...vault.openValue(stored), ...given });
  if ("problems" in resolved) return { problem: resolved.problems.join("; ") };
  const { values } = resolved;
  const [closed] = vault.closedIn(JSON.stringify(values));
  if (closed === undefined) return { values, vault };
  const name = closed.replace(/^env\./, "");
  return { problem: `an argument of this run holds the value of \`${name}\`, which was not stored: set it again` };
}

function askFor(missing: readonly string[]): string {
  const names = missing.map((name) => `\`${name}\``).join(", ");
  const json = `{${missing.map((name) => `${JSON.stringify(name)}: …`).join(", ")}}`;
  const what = missing.length === 1 ? `secret argument ${names}` : `secret arguments ${names}`;
  const each = missing.map((name) => `--arg ${name}=…`).join(" ");
  return `the run began with the ${what}, which is on no disk: give the same again, by \`${each}\` or \`--args-json '${json}'\``;
}
