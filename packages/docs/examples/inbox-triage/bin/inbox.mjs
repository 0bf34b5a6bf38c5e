// A small mail program: its mailbox is a folder with one file a message, its folders are the folders beside it.
//   inbox list --json         the messages of the inbox as JSON
//   inbox categorize --json   messages on standard input → each with the folder it belongs in
//   inbox apply --approve     categorized messages on standard input → what would be moved; moves nothing
//   inbox apply --execute     the same, and moves them
// The mailbox is ./mailbox, or INBOX_MAILBOX. Mail from relatives goes to the folder named by LOBSTER_ARG_TAG.
import { mkdirSync, readFileSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const mailbox = process.env.INBOX_MAILBOX ?? "mailbox";
const relatives = ["mum@", "dad@", "grandma@"];

function list() {
  const folder = join(mailbox, "inbox");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .toSorted()
    .map((file) => ({ file, ...headersOf(readFileSync(join(folder, file), "utf8")) }));
}

function headersOf(message) {
  const head = message.split(/\r?\n\r?\n/, 1)[0];
  return Object.fromEntries(
    head.split(/\r?\n/).map((line) => [/^[^:]*/.exec(line)[0].toLowerCase(), /:\s*(.*)/.exec(line)[1]]),
  );
}

function folderFor({ from, subject }) {
  if (relatives.some((relative) => from.includes(relative))) return process.env.LOBSTER_ARG_TAG ?? "family";
  if (/invoice|receipt/i.test(subject)) return "bills";
  return /no-?reply|newsletter/i.test(from) ? "archive" : "inbox";
}

function categorize(messages) {
  return messages.map((message) => ({ ...message, folder: folderFor(message) }));
}

function moves(messages) {
  return messages
    .filter((message) => message.folder !== "inbox")
    .map(({ file, subject, folder }) => ({ move: file, to: folder, subject }));
}

function execute(planned) {
  for (const { move, to } of planned) {
    mkdirSync(join(mailbox, to), { recursive: true });
    renameSync(join(mailbox, "inbox", move), join(mailbox, to, move));
  }
  return planned;
}

const input = () => JSON.parse(readFileSync(0, "utf8"));
const actions = {
  "list --json": () => list(),
  "categorize --json": () => categorize(input()),
  "apply --approve": () => moves(input()),
  "apply --execute": () => execute(moves(input())),
};
const action = actions[process.argv.slice(2).join(" ")];
if (action === undefined) {
  process.stderr.write(`usage: inbox ${Object.keys(actions).join(" | ")}\n`);
  process.exitCode = 2;
} else process.stdout.write(`${JSON.stringify(action(), null, 2)}\n`);
