import type { Json } from "@lobster-lang/plan";
import type { InputQuestion } from "@lobster-lang/runtime";
import { answerFields, readField, type AnswerField } from "./answer-fields.ts";
import { ordinary, shownPrompt, shownText } from "./ask.ts";
import type { Io, Output } from "./io.ts";
import { visible } from "./render/terminal-text.ts";

/** How often a line, and the whole answer, may be mended. */
const mostTries = 3;

/** A terminal and how long it is read from. */
interface Desk {
  readonly io: Io;
  readonly terminal: Output;
  readonly signal: AbortSignal;
}

/**
 * Asks for the answer to an input: the fields of a flat map one after the other, a single value on one line, and JSON for
 * anything else. What is wrong is said and asked again. Null: the end of input, an interruption, or three wrong answers.
 */
export async function askForData(
  question: InputQuestion,
  io: Io,
  terminal: Output,
  signal: AbortSignal,
): Promise<{ readonly response: Json } | null> {
  const desk = { io, terminal, signal };
  terminal.write(`${ordinary}${shownText(subjectText(question.subject))}${shownPrompt(question.prompt)}\n`);
  const fields = answerFields(question.responseSchema, question.defaults);
  return fields === null ? askJson(question, desk) : askFields(fields, question, desk);
}

function subjectText(subject: Json | undefined): string {
  if (subject === undefined || subject === null) return "";
  return typeof subject === "string" ? subject : JSON.stringify(subject, null, 2);
}

async function askFields(fields: readonly AnswerField[], question: InputQuestion, desk: Desk) {
  const given = new Map<AnswerField, Json>();
  let open = fields;
  for (let attempt = 0; attempt < mostTries; attempt++) {
    for (const field of open) {
      const answer = await askField(field, desk);
      if (answer === null) return null;
      given.delete(field);
      if (answer.value !== undefined) given.set(field, answer.value);
    }
    const response = together(fields, given);
    const faults = question.faultsOf(response);
    if (faults.length === 0) return { response };
    tell(faults, desk);
    // What the faults name is asked again; all of it when they name nothing.
    const named = fields.filter(({ name }) => faults.some((fault) => fault.startsWith(`/${name ?? ""} `)));
    open = named.length === 0 ? fields : named;
  }
  return null;
}

function together(fields: readonly AnswerField[], given: ReadonlyMap<AnswerField, Json>): Json {
  const [first] = fields;
  if (first?.name === null) return given.get(first) ?? null;
  const entries = fields.flatMap((field) => (given.has(field) ? [[field.name ?? "", given.get(field)] as const] : []));
  return Object.fromEntries(entries) as Json;
}

/** `value` undefined: left out. */
async function askField(field: AnswerField, desk: Desk): Promise<{ readonly value: Json | undefined } | null> {
  for (let attempt = 0; attempt < mostTries; attempt++) {
    const line = await readAt(labelOf(field), field.hidden, desk);
    if (line === null) return null;
    if (line.trim() === "") {
      if (field.default !== undefined) return { value: field.default };
      if (!field.required) return { value: undefined };
      tell(["an answer is needed here"], desk);
      continue;
    }
    const read = readField(field, line);
    if ("value" in read) return read;
    tell([read.problem], desk);
  }
  return null;
}

/** `amount (whole number) [3]: ` */
function labelOf({ name, type, values, required, default: standard, description }: AnswerField): string {
  const kinds = { string: "", number: "number", integer: "whole number", boolean: "yes/no" } as const;
  const notes = [values === null ? kinds[type] : values.map(String).join(", "), required ? "" : "may be left out"];
  const note = notes.filter((one) => one !== "").join("; ");
  const shown =
    standard === undefined ? "" : ` [${typeof standard === "string" ? standard : JSON.stringify(standard)}]`;
  const what = [name, description === null ? null : `– ${description}`].filter((part) => part !== null).join(" ");
  return `${oneLine(`${what}${note === "" ? "" : ` (${note})`}${shown}`.trim())}: `;
}

async function askJson(question: InputQuestion, desk: Desk): Promise<{ readonly response: Json } | null> {
  const { defaults, takesText } = question;
  const shown = defaults === undefined ? "" : ` [${oneLine(JSON.stringify(defaults))}]`;
  for (let attempt = 0; attempt < mostTries; attempt++) {
    const line = await readAt(`${takesText ? "answer" : "answer, as JSON"}${shown}: `, false, desk);
    if (line === null) return null;
    const candidates = line.trim() === "" && defaults !== undefined ? [defaults] : candidatesFor(line, takesText);
    const fitting = candidates.find((one) => question.faultsOf(one).length === 0);
    if (fitting !== undefined) return { response: fitting };
    const [first] = candidates;
    tell(first === undefined ? ['this is no JSON: a text needs quotes, `"…"`'] : question.faultsOf(first), desk);
  }
  return null;
}

/** What a line may mean: JSON; where texts are taken, also the text itself or a decision (original-runtime.md 2.2). */
function candidatesFor(line: string, takesText: boolean): readonly Json[] {
  const candidates: Json[] = [];
  try {
    candidates.push(JSON.parse(line) as Json);
  } catch {
    // No JSON.
  }
  return takesText ? [...candidates, line, { decision: line.trim() }] : candidates;
}

async function readAt(label: string, hidden: boolean, { io, terminal, signal }: Desk): Promise<string | null> {
  terminal.write(`  ${label}`);
  const line = await io.stdin.readLine(signal, { hidden });
  if (line === null || hidden) terminal.write("\n");
  return line;
}

function tell(problems: readonly string[], { terminal }: Desk): void {
  for (const problem of problems) terminal.write(`  ! ${oneLine(problem)}\n`);
}

function oneLine(text: string): string {
  return visible(text).replace(/\s+/g, " ");
}
