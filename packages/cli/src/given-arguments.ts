import { argFromText } from "@lobster-lang/runtime";
import type { Plan } from "@lobster-lang/plan";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { readSource } from "./read-source.ts";
import { UsageError } from "./usage-error.ts";

/** A workflow's arguments as they were given: `--args-file`, then `--args-json`, then each `--arg`; the later wins. */
export async function givenArguments(
  args: Arguments,
  plan: Pick<Plan, "args">,
  io: Io,
  verb = "run",
): Promise<{ readonly [name: string]: unknown }> {
  const file = args.value("args-file");
  const json = args.value("args-json");
  const fromFile = file === null ? {} : objectOf((await readSource(file, io)).text, `${verb} --args-file ${file}`);
  const fromJson = json === null ? {} : objectOf(json, `${verb} --args-json`);
  const single = args.values("arg").map((word) => oneArgument(word, plan));
  return Object.assign(Object.create(null), fromFile, fromJson, ...single) as Record<string, unknown>;
}

function objectOf(text: string, option: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new UsageError(`${option} must be valid JSON`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new UsageError(`${option} must be a JSON object: {"name": value}`);
}

function oneArgument(word: string, plan: Pick<Plan, "args">): { readonly [name: string]: unknown } {
  const equals = word.indexOf("=");
  if (equals <= 0) throw new UsageError(`\`--arg ${word}\` needs a name and a value: \`--arg name=value\``);
  const name = word.slice(0, equals);
  const text = word.slice(equals + 1);
  const declared = plan.args.find((one) => one.name === name);
  // Who declared nothing of that name is told so with everything else that is wrong.
  if (declared === undefined) return { [name]: text };
  const read = argFromText(declared, text);
  if ("problem" in read) throw new UsageError(read.problem);
  return { [name]: read.value };
}
