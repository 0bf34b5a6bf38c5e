import type { CommandSignature } from "./command-types.ts";
import { modelFlags } from "./commands-model.ts";

/** Stages about mail (original-runtime.md 2.7). */
export const mailCommands = [
  {
    name: "gog.gmail.search",
    summary: "Searches mail by the program `gog` (or GOG_BIN): one item a mail.",
    input: "discards",
    output: "items",
    flags: [
      { name: "query", type: "text", default: "newer_than:1d", doc: "What is searched for, as Gmail writes it." },
      { name: "max", aliases: ["limit"], type: "integer", default: 20, minimum: 1, doc: "How many at most." },
    ],
    positionals: [],
    effects: ["process"],
    examples: ["gog.gmail.search --query 'newer_than:1d is:unread' --max 50"],
  },
  {
    name: "gog.gmail.send",
    summary: "Sends each item, `{to, subject, body}`, as a mail by the program `gog` (or GOG_BIN).",
    input: "buffers",
    output: "items",
    flags: [
      { name: "dry-run", aliases: ["dryRun"], type: "boolean", default: false, doc: "Gives the mails, sends none." },
    ],
    positionals: [],
    effects: ["process"],
    examples: ["email.triage --llm --emit drafts | approve --prompt 'Send these?' | gog.gmail.send"],
  },
  {
    name: "email.triage",
    summary:
      "Sorts mails into needsReply, needsAction and fyi. As the first stage it fetches them by gog.gmail.search.",
    input: "buffers",
    output: "items",
    flags: [
      { name: "limit", type: "integer", default: 20, minimum: 1, doc: "How many mails at most." },
      {
        name: "llm",
        type: "boolean",
        default: false,
        doc: "Lets a model judge and write replies; rules decide where no provider is set.",
      },
      {
        name: "emit",
        type: "enum",
        values: ["report", "drafts"],
        default: "report",
        doc: "One report, or the replies as `{to, subject, body}`.",
      },
      { name: "url", type: "text", doc: "Address of the gateway whose model is asked." },
      ...modelFlags,
    ],
    positionals: [],
    effects: ["process", "network", "model"],
    examples: ["gog.gmail.search --query newer_than:1d | email.triage", "email.triage --limit 20"],
  },
] as const satisfies readonly CommandSignature[];
