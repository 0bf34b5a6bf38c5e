import type { Json } from "@lobster-lang/plan";
import { isMap } from "../commands/arguments.ts";
import type { StageContext } from "../commands/command.ts";
import { outputOfProgram, programFrom } from "../commands/run-program.ts";
import { StepFailure } from "../failures.ts";
import { parseWhole } from "../json-text.ts";

/**
 * Searches mail by the program `gog` (or GOG_BIN). Its JSON is a list, a map with `threads`, or one mail.
 * @throws StepFailure when the program fails or gives no JSON.
 */
export async function searchMail(
  command: string,
  { query, max }: { readonly query: string; readonly max: number },
  context: StageContext,
): Promise<readonly Json[]> {
  if (query.startsWith("-")) throw new StepFailure(`${command}: the query \`${query}\` reads as an option of \`gog\``);
  const { file, before } = programFrom(context.environment.variables, "GOG_BIN", "gog");
  const args = [...before, "gmail", "search", query, "--json", "--max", String(max)];
  const text = await outputOfProgram({ command, file, args }, context);
  if (text.trim() === "") return [];
  const value = parseWhole(text);
  if (value !== undefined) return mailsIn(value);
  throw new StepFailure(`${command}: \`${file}\` must give JSON, got \`${text.trim().slice(0, 200)}\``);
}

function mailsIn(value: Json): readonly Json[] {
  if (value === null) return [];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((each) => threadsOf(each) ?? [each]);
  return threadsOf(value) ?? [value];
}

function threadsOf(value: Json): readonly Json[] | null {
  if (!isMap(value) || value.threads === undefined) return null;
  return Array.isArray(value.threads) ? (value.threads as readonly Json[]) : [];
}
