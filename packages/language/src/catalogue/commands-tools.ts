import type { CommandSignature, FlagSignature } from "./command-types.ts";

export const token = {
  name: "token",
  type: "text",
  secret: true,
  doc: "Token to show; from an argument with `secret: true`, never as it is.",
} as const satisfies FlagSignature;

const flags = [
  { name: "tool", type: "text", required: true, doc: "The tool to call." },
  { name: "action", type: "text", required: true, doc: "What the tool shall do." },
  { name: "args-json", aliases: ["argsJson"], type: "json", doc: "The tool's arguments." },
  {
    name: "url",
    type: "text",
    doc: "Address of the gateway, instead of OPENCLAW_URL or CLAWD_URL; the path is always `/tools/invoke`.",
  },
  {
    ...token,
    doc: "Token to show; from an argument with `secret: true`, never as it is. Else OPENCLAW_TOKEN or CLAWD_TOKEN, which are shown to this machine only.",
  },
  { name: "session-key", aliases: ["sessionKey"], type: "text", doc: "Session to work in." },
  { name: "dry-run", aliases: ["dryRun"], type: "boolean", default: false, doc: "Asks the tool to change nothing." },
  { name: "each", type: "boolean", default: false, doc: "One call for each item, one after the other." },
  {
    name: "item-key",
    aliases: ["itemKey"],
    type: "text",
    default: "item",
    doc: "With --each: the argument that the item goes into.",
  },
] as const satisfies readonly FlagSignature[];

/** Stages that call tools of the gateway (original-runtime.md 2.4). */
export const toolCommands = [
  {
    name: "openclaw.invoke",
    summary: "Calls a tool of the gateway; a list as its result gives the elements.",
    input: "buffers",
    output: "items",
    flags,
    positionals: [],
    effects: ["network"],
    examples: [
      `openclaw.invoke --tool llm-task --action json --args-json '{"prompt":"Sort these","input":[1,2]}'`,
      `gog.gmail.search --query newer_than:1d | openclaw.invoke --tool message --action send --each --item-key message --args-json '{"to":"me"}'`,
    ],
  },
  {
    name: "clawd.invoke",
    summary: "Older name of openclaw.invoke.",
    input: "buffers",
    output: "items",
    flags,
    positionals: [],
    effects: ["network"],
    examples: ["clawd.invoke --tool sessions_list --action list"],
  },
  {
    name: "openclaw.agent",
    summary:
      "One turn of an agent by the program `openclaw` (or LOBSTER_OPENCLAW_BIN), with the items below the prompt.",
    input: "buffers",
    output: "items",
    flags: [
      { name: "prompt", aliases: ["message"], type: "text", required: true, doc: "What the agent is told." },
      { name: "agent", type: "text", doc: "The agent; this, --session-key or --session-id is needed." },
      { name: "session-key", aliases: ["sessionKey"], type: "text", doc: "Session by its key." },
      { name: "session-id", aliases: ["sessionId"], type: "text", doc: "Session by its id." },
      { name: "model", type: "text", doc: "Model to use." },
      { name: "thinking", type: "text", doc: "How much the agent thinks." },
      { name: "timeout", type: "integer", minimum: 0, doc: "Seconds that the program gives the agent." },
      { name: "local", type: "boolean", default: false, doc: "Runs the agent without the gateway." },
    ],
    positionals: [
      { name: "prompt", type: "text", required: false, rest: "join", flag: "prompt", doc: "What the agent is told." },
    ],
    effects: ["process", "model"],
    examples: ["exec --json --shell 'inbox list --json' | openclaw.agent --agent main 'Which of these are urgent?'"],
  },
] as const satisfies readonly CommandSignature[];
