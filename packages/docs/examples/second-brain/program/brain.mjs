// A second brain: vaults of Markdown notes, and a program that says what is in them as JSON and changes them on request.
//   brain stats VAULT          how many notes, words and tasks; what is overdue, which links lead nowhere
//   brain inbox VAULT          what waits in the inbox, the folders that it could go to, the vault's rules
//   brain sort                 an inbox on standard input (and a model's proposals, if any) → where each note goes
//   brain stale VAULT          notes that nobody has touched for --days N (90), and where they could rest
//   brain move VAULT           one move on standard input: moves the note and mends every link to it
//   brain facts VAULT…         what daily notes say under "Memory" and no page of memory holds yet
//   brain topics               facts on standard input (and proposals) → one page of memory for each topic
//   brain remember VAULT       one page on standard input: writes its facts, links their daily notes to it
//   brain tasks VAULT          every task with its place, its day and its owner; --shared: those for both of two people
//   brain compare              shared tasks by vault on standard input (and proposals) → what has to change
//   brain apply VAULT          changes on standard input: adds, ticks off, dates and renames tasks of a vault
//   brain review               numbers of vaults on standard input → what they say in plain words
//   brain page                 numbers, words and what was archived on standard input → the week's page
//   brain keep VAULT           a page on standard input: written as that note
// The vaults stand in ./vaults, or BRAIN_VAULTS; today is today, or --today YYYY-MM-DD, or BRAIN_TODAY.
// What changes a vault can be repeated: what is done already is said to be done, and nothing is done twice.
import { text } from "node:stream/consumers";
import process from "node:process";
import { parseArgs } from "node:util";
import { today } from "./days.mjs";
import { inbox, sort } from "./inbox.mjs";
import { facts, remember, topics } from "./memory.mjs";
import { move } from "./move.mjs";
import { keep, page, review, stale, stats } from "./review.mjs";
import { apply, compare, isForBoth, tasks } from "./tasks.mjs";
import { Refusal, openVault } from "./vault.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { days: { type: "string", default: "90" }, shared: { type: "boolean" }, today: { type: "string" } },
});
const [verb, ...words] = positionals;
const day = today(values.today ?? process.env.BRAIN_TODAY);
const vault = () => openVault(words[0]);
const vaults = () => words.map(openVault);
const input = async () => JSON.parse(await text(process.stdin));

const verbs = {
  stats: () => stats(vault(), day),
  inbox: () => inbox(vault()),
  sort: async () => sort(await input()),
  stale: () => stale(vault(), day, Number(values.days)),
  move: async () => move(vault(), await input()),
  facts: () => vaults().flatMap(facts),
  topics: async () => topics(await input()),
  remember: async () => remember(vault(), await input(), day),
  tasks: () => tasks(vault()).filter((task) => !values.shared || isForBoth(task)),
  compare: async () => compare(await input()),
  apply: async () => apply(vault(), await input()),
  review: async () => review(await input()),
  page: async () => page(await input(), day),
  keep: async () => keep(vault(), await input()),
};

try {
  if (!Object.hasOwn(verbs, verb ?? ""))
    throw new Refusal(`one of these is needed: ${Object.keys(verbs).join(", ")}`, 2);
  const result = await verbs[verb]();
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
} catch (error) {
  if (!(error instanceof Refusal) && error.code === undefined && !(error instanceof SyntaxError)) throw error;
  process.stderr.write(`brain: ${error.message}\n`);
  process.exitCode = error instanceof Refusal ? error.exitCode : 1;
}
