/** The fields of a step's result that a reference can name (language.md "References"). */
export interface ReferenceField {
  readonly name: ReferenceFieldName;
  /** Other spellings: the original's, or what people write. */
  readonly aliases: readonly string[];
  /** Whether a path may follow (`$a.json.x`). */
  readonly hasPath: boolean;
  readonly doc: string;
}

export type ReferenceFieldName =
  | "stdout"
  | "stderr"
  | "json"
  | "exit_code"
  | "approved"
  | "approved_by"
  | "initiated_by"
  | "response"
  | "subject"
  | "skipped"
  | "error"
  | "error_message";

export const referenceFields: readonly ReferenceField[] = [
  { name: "stdout", aliases: [], hasPath: false, doc: "Captured standard output as text." },
  { name: "stderr", aliases: [], hasPath: false, doc: "Captured standard error as text." },
  { name: "json", aliases: [], hasPath: true, doc: "Standard output (or the items of a pipeline) as JSON." },
  { name: "exit_code", aliases: ["exitCode"], hasPath: false, doc: "Exit status of the command, a number." },
  { name: "approved", aliases: [], hasPath: false, doc: "True once the step's gate was approved." },
  { name: "approved_by", aliases: ["approvedBy"], hasPath: false, doc: "Who approved the gate." },
  { name: "initiated_by", aliases: ["initiatedBy"], hasPath: false, doc: "Who asked for the approval." },
  { name: "response", aliases: [], hasPath: true, doc: "The answer to an input step." },
  { name: "subject", aliases: [], hasPath: true, doc: "What an input step asked about." },
  { name: "skipped", aliases: [], hasPath: false, doc: "True when the step's condition was false." },
  { name: "error", aliases: [], hasPath: false, doc: "True when the step failed and on_error let the run go on." },
  { name: "error_message", aliases: ["errorMessage"], hasPath: false, doc: "The failure's message." },
];

const bySpelling = new Map<string, ReferenceField>(
  referenceFields.flatMap((field) => [field.name, ...field.aliases].map((spelling) => [spelling, field] as const)),
);

/** The field that `spelling` names, in any of its spellings. */
export function referenceField(spelling: string): ReferenceField | undefined {
  return bySpelling.get(spelling);
}
