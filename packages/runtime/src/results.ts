import type { Json } from "@lobster-lang/plan";
import type { OutputStore, Stored } from "@lobster-lang/state";
import { StepFailure } from "./failures.ts";
import { parseWhole } from "./json-text.ts";

/** What a step's action left, as the journal keeps it. */
export interface StepRecord {
  readonly stdout: Stored | null;
  readonly stderr: Stored | null;
  readonly exitCode: number | null;
  /** Items of a pipeline without a renderer, or the value of a block whose `stdout` is another: a line of JSON each. */
  readonly items: Stored | null;
  /** The renderer that ended the pipeline; its text is `stdout`. */
  readonly rendered: "json" | "table" | null;
  /** Message of a failure. */
  readonly failed: string | null;
  /** JSON list of the values that a pipeline stores once it has ended well, its later gates included (W27). */
  readonly undelivered: Stored | null;
}

export const emptyRecord: StepRecord = {
  stdout: null,
  stderr: null,
  exitCode: null,
  items: null,
  rendered: null,
  failed: null,
  undelivered: null,
};

/** What an input step leaves (original-language.md 14). */
export interface Answer {
  readonly response: Json;
  /** The response with null for what its schema calls secret: what may be written down. */
  readonly kept: Json;
  readonly subject: Json;
}

/** What references see of a step (original-language.md 8). */
export interface StepResult {
  readonly record: StepRecord | null;
  /** Input of a bare gate, which becomes its own result. */
  readonly value: Json | undefined;
  readonly skipped: boolean;
  readonly approved: boolean;
  readonly approvedBy: string | null;
  readonly initiatedBy: string | null;
  /** Of an input step alone. */
  readonly answer: Answer | null;
}

export const emptyResult: StepResult = {
  record: null,
  value: undefined,
  skipped: false,
  approved: false,
  approvedBy: null,
  initiatedBy: null,
  answer: null,
};

/** Largest output that is read as one text or JSON value; a V8 string ends at 512 MiB. */
export const maxJsonBytes = 256 * 1024 * 1024;

/** One field of a result, by its canonical name; undefined where it is not set. */
export async function fieldOf(result: StepResult, field: string, outputs: OutputStore): Promise<Json | undefined> {
  const { record } = result;
  switch (field) {
    case "stdout":
      return stdoutOf(result, outputs);
    case "stderr":
      return record?.stderr == null ? undefined : readText(record.stderr, outputs);
    case "json":
      return jsonOf(result, outputs);
    case "exit_code":
      return record?.exitCode ?? undefined;
    case "approved":
      return result.approved ? true : undefined;
    case "approved_by":
      return result.approvedBy ?? undefined;
    case "initiated_by":
      return result.initiatedBy ?? undefined;
    case "response":
      return result.answer?.response;
    case "subject":
      return result.answer?.subject;
    case "skipped":
      return result.skipped ? true : undefined;
    case "error":
      return record?.failed == null ? undefined : true;
    case "error_message":
      return record?.failed ?? undefined;
    default:
      return undefined;
  }
}

/** A step's `.json`: the whole output as one value, or a pipeline's items (one item stands for itself). */
export async function jsonOf(result: StepResult, outputs: OutputStore): Promise<Json | undefined> {
  const { record } = result;
  if (record === null) return result.value;
  if (record.failed !== null) return undefined;
  if (record.items !== null) {
    const items = await itemsOf(record.items, outputs);
    return items.length <= 1 ? items[0] : items;
  }
  return record.stdout === null ? undefined : parsed(record.stdout, outputs);
}

/** What a step gave, in one value: its `.json`, the answer to its question without secrets, or its `.stdout`. */
export async function outcomeOf(result: StepResult, outputs: OutputStore): Promise<Json | undefined> {
  const json = await jsonOf(result, outputs);
  if (json !== undefined) return json;
  return result.answer === null ? stdoutOf(result, outputs) : result.answer.kept;
}

/** A step's `.stdout`. */
export async function stdoutOf(result: StepResult, outputs: OutputStore): Promise<string | undefined> {
  const { record } = result;
  if (record === null) return result.value === undefined ? undefined : textOrJson(result.value);
  if (record.failed !== null) return undefined;
  if (record.stdout !== null) return readText(record.stdout, outputs);
  if (record.items === null) return undefined;
  const items = await itemsOf(record.items, outputs);
  if (items.every((item) => typeof item === "string")) return items.join("\n");
  return textOrJson(items.length === 1 ? (items[0] ?? null) : items);
}

/**
 * What a workflow gives whose last step this is (original-language.md 12): its `json`, a list item by item, else its text,
 * else nothing.
 */
export async function outputOf(last: StepResult | null, outputs: OutputStore): Promise<readonly Json[]> {
  if (last === null) return [];
  const json = last.answer === null ? await jsonOf(last, outputs) : last.answer.kept;
  if (json !== undefined) return Array.isArray(json) ? (json as readonly Json[]) : [json];
  const text = (await stdoutOf(last, outputs)) ?? "";
  return text === "" ? [] : [text];
}

/** The text that `.json` was read from, trimmed; null where there is none (D34). */
export async function jsonSourceOf(result: StepResult, outputs: OutputStore): Promise<string | null> {
  const { record } = result;
  if (record === null || record.failed !== null || record.stdout === null || record.items !== null) return null;
  if ((await parsed(record.stdout, outputs)) === undefined) return null;
  return (await outputs.read(record.stdout)).replace(/^\uFEFF/, "").trim();
}

/**
 * Items of a pipeline, as they were kept: a line of JSON each.
 * @throws StepFailure when they are too large to be held at once.
 */
export async function itemsOf(stored: Stored, outputs: OutputStore): Promise<readonly Json[]> {
  const text = await readText(stored, outputs);
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Json);
}

function textOrJson(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

// Small outputs stay parsed; large ones are parsed again for each use, so that memory stays bounded.
const parsedSmall = new WeakMap<Stored, { readonly value: Json | undefined }>();

async function parsed(stored: Stored, outputs: OutputStore): Promise<Json | undefined> {
  const known = parsedSmall.get(stored);
  if (known !== undefined) return known.value;
  const value = parseWhole(await readText(stored, outputs));
  if (!("file" in stored)) parsedSmall.set(stored, { value });
  return value;
}

/** @throws StepFailure for an output that is too large to be held as one text. */
async function readText(stored: Stored, outputs: OutputStore): Promise<string> {
  const bytes = outputs.sizeOf(stored);
  if (bytes <= maxJsonBytes) return outputs.read(stored);
  throw new StepFailure(
    `an output of ${bytes} bytes is too large to be read at once (at most ${maxJsonBytes}); pass it on with \`stdin: $step.stdout\` of a shell step, or print less`,
  );
}
