import type { Json } from "@lobster-lang/plan";
import { isMap, type Arguments } from "../commands/arguments.ts";
import { firstOf } from "../endpoint.ts";
import type { Environment } from "../environment.ts";
import { StepFailure } from "../failures.ts";
import { artifactOf, type ModelRequest } from "./request.ts";

const mostRetries = 20;

/**
 * What a stage asks a model: its flags, else LOBSTER_LLM_*, else the older LLM_TASK_*. Items come before `--artifacts-json`.
 * @throws StepFailure for a flag or variable that does not fit.
 */
export function modelRequest(
  command: ModelRequest["command"],
  args: Arguments,
  items: readonly Json[],
  variables: Environment,
): ModelRequest {
  const prompt = args.text("prompt")?.trim() ?? "";
  if (prompt === "") throw new StepFailure(`${command} needs a prompt: \`${command} --prompt '…'\``);
  const setting = (name: string) => firstOf(variables, [`LOBSTER_LLM_${name}`, `LLM_TASK_${name}`])?.value ?? null;
  return {
    command,
    prompt,
    model: args.text("model") ?? setting("MODEL"),
    artifacts: [...items, ...listFlag(command, args, "artifacts-json")].map(artifactOf),
    metadata: mapFlag(command, args, "metadata-json"),
    outputSchema: mapFlag(command, args, "output-schema"),
    schemaVersion: args.text("schema-version") ?? setting("SCHEMA_VERSION") ?? "v1",
    maxValidationRetries: retries(command, args.number("max-validation-retries"), setting("VALIDATION_RETRIES")),
    temperature: args.number("temperature"),
    maxOutputTokens: args.number("max-output-tokens"),
    stateKey: args.text("state-key") ?? firstOf(variables, ["LOBSTER_RUN_STATE_KEY"])?.value ?? null,
    refresh: args.flag("refresh") || /^(?:1|true|yes|on)$/i.test(setting("FORCE_REFRESH") ?? ""),
    disableCache: args.flag("disable-cache"),
  };
}

function listFlag(command: string, args: Arguments, flag: string): readonly Json[] {
  const value = args.json(flag);
  if (value === undefined) return [];
  if (Array.isArray(value)) return value as readonly Json[];
  throw new StepFailure(`${command} --${flag} must be a JSON list`);
}

function mapFlag(command: string, args: Arguments, flag: string) {
  const value = args.json(flag);
  if (value === undefined || isMap(value)) return value ?? null;
  throw new StepFailure(`${command} --${flag} must be a JSON map`);
}

function retries(command: string, flag: number | null, variable: string | null): number {
  const number = flag ?? (variable === null ? 1 : Number(variable));
  if (Number.isInteger(number) && number >= 0 && number <= mostRetries) return number;
  throw new StepFailure(`${command}: the number of validation retries must be a whole number from 0 to ${mostRetries}`);
}
