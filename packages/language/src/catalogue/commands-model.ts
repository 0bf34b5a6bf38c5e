import type { CommandSignature, FlagSignature, PositionalSignature } from "./command-types.ts";
import { token } from "./commands-tools.ts";

/** Flags of every stage that asks a model. */
export const modelFlags = [
  { name: "model", type: "text", doc: "Model to ask; else LOBSTER_LLM_MODEL, else the provider's choice." },
  token,
  { name: "temperature", type: "number", minimum: 0, doc: "How freely the model answers." },
  { name: "max-output-tokens", type: "integer", minimum: 1, doc: "How long the answer may be." },
  {
    name: "state-key",
    type: "text",
    doc: "Name under which the answer is kept for the run; else LOBSTER_RUN_STATE_KEY.",
  },
] as const satisfies readonly FlagSignature[];

const flags = [
  { name: "prompt", type: "text", doc: "What the model is asked." },
  {
    name: "provider",
    type: "text",
    doc: "Who answers: openclaw, pi, http, or a model of the program that runs this; else LOBSTER_LLM_PROVIDER, else whose address is set.",
  },
  ...modelFlags,
  { name: "artifacts-json", type: "json", doc: "JSON list of more to read, after the items." },
  { name: "metadata-json", type: "json", doc: "JSON map that goes along." },
  {
    name: "output-schema",
    type: "json",
    doc: "JSON Schema that the answer must fit; one that does not is asked for again.",
  },
  { name: "schema-version", type: "text", doc: "Version of the schema: another one is another question. Else v1." },
  {
    name: "max-validation-retries",
    type: "integer",
    minimum: 0,
    doc: "How often an answer that does not fit is asked for again (1).",
  },
  { name: "refresh", type: "boolean", default: false, doc: "Asks also when the answer is known." },
  { name: "disable-cache", type: "boolean", default: false, doc: "Neither reads nor writes the cache." },
] as const satisfies readonly FlagSignature[];

const prompt = {
  name: "prompt",
  type: "text",
  required: false,
  rest: "join",
  flag: "prompt",
  doc: "What the model is asked.",
} as const satisfies PositionalSignature;

/** Stages that ask a model (original-runtime.md 2.6). */
export const modelCommands = [
  {
    name: "llm.invoke",
    summary: "Asks a model about the items; `output.data` or `output.text` of the one item is the answer.",
    input: "buffers",
    output: "items",
    flags,
    positionals: [prompt],
    effects: ["network", "model"],
    examples: [
      `exec --json --shell 'inbox list --json' | llm.invoke --prompt 'Which are urgent?' --output-schema '{"type":"object"}'`,
    ],
  },
  {
    name: "llm_task.invoke",
    summary: "Asks a model by the gateway's llm-task tool.",
    input: "buffers",
    output: "items",
    flags,
    positionals: [prompt],
    effects: ["network", "model"],
    examples: ["llm_task.invoke --prompt 'Write a title' | map --unwrap output"],
  },
] as const satisfies readonly CommandSignature[];
