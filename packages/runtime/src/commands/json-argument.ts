import type { ArgPiece, Json, RefPiece, Text } from "@lobster-lang/plan";
import { StepFailure } from "../failures.ts";
import { parseWhole } from "../json-text.ts";
import { asText, pieceText, pieceValue, type Scope } from "../values.ts";

/**
 * The value of a flag that takes JSON. A value of the workflow within the quotes of a JSON text stays within that text,
 * whatever it holds; one outside of quotes is a JSON value of its own (D1, D2: values are data).
 * @throws StepFailure when the whole is no JSON.
 */
export async function jsonArgument(text: Text, scope: Scope, label: string): Promise<Json> {
  let written = "";
  for (const part of text) {
    if ("text" in part) written += part.text;
    else if (endsInQuotes(written)) written += escaped(await pieceText(scope, part));
    else written += JSON.stringify(await outsideQuotes(part, scope, label));
  }
  const value = parseWhole(written);
  if (value !== undefined) return value;
  throw new StepFailure(`${label} must be JSON: \`{"key": "text"}\``);
}

/** Whether the JSON text so far ends within a quoted text. */
function endsInQuotes(written: string): boolean {
  let inside = false;
  for (let index = 0; index < written.length; index++) {
    if (written[index] === '"') inside = !inside;
    else if (inside && written[index] === "\\") index++;
  }
  return inside;
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A text outside of quotes must be JSON as a whole; it cannot end what stands around it. */
async function outsideQuotes(piece: ArgPiece | RefPiece, scope: Scope, label: string): Promise<Json> {
  const value = (await pieceValue(scope, piece)) ?? null;
  if (typeof value !== "string") return value;
  const parsed = parseWhole(value);
  if (parsed !== undefined) return parsed;
  const shown = asText(value).slice(0, 40);
  throw new StepFailure(`${label} holds a value that is no JSON, \`${shown}\`; put quotes around its place`);
}
