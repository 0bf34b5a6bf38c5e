import { basename, posix } from "node:path";
import { daysBetween } from "./days.mjs";
import { linksIn, wordsIn } from "./note.mjs";
import { tasks } from "./tasks.mjs";

/** Folders whose notes are old on purpose. */
const resting = ["archive/", "inbox/", "journal/", "memory/", "reviews/"];

/** A vault in numbers. */
export function stats(vault, day) {
  const notes = vault.notes();
  const open = tasks(vault).filter(({ done }) => !done);
  return {
    vault: vault.name,
    notes: notes.length,
    words: notes.reduce((words, { body }) => words + wordsIn(body), 0),
    inbox: notes.filter(({ path }) => path.startsWith("inbox/")).length,
    open: open.length,
    overdue: open.filter(({ due }) => due !== null && due < day).length,
    brokenLinks: brokenLinks(notes),
  };
}

function brokenLinks(notes) {
  const paths = new Set(notes.map(({ path }) => path));
  const names = new Set(notes.flatMap(({ path, title }) => [title, basename(path, ".md"), path.slice(0, -3)]));
  return notes.flatMap((note) => {
    const { names: named, paths: linked } = linksIn(note);
    const lost = [
      ...named.filter((name) => !names.has(name)),
      ...linked.filter((path) => !paths.has(posix.join(posix.dirname(note.path), path))),
    ];
    return lost.map((target) => ({ note: note.path, target }));
  });
}

/** Notes that nobody has touched for some days and that have nothing left to do, with the place where they could rest. */
export function stale(vault, day, days) {
  const busy = new Set(tasks(vault).flatMap(({ note, done }) => (done ? [] : [note])));
  return vault
    .notes()
    .filter(({ path }) => path.includes("/") && !resting.some((folder) => path.startsWith(folder)) && !busy.has(path))
    .map((note) => ({ ...note, age: note.day === null ? 0 : daysBetween(note.day, day) }))
    .filter(({ age }) => age > days)
    .map(({ path, title, age }) => ({ vault: vault.name, note: path, title, days: age, to: `archive/${path}` }));
}

/** What the numbers of vaults say, in plain words. */
export function review(count) {
  const numbers = count.map((one) => one.numbers);
  const busiest = numbers.toSorted((a, b) => b.open - a.open)[0];
  const overdue = numbers.filter((one) => one.overdue > 0).map((one) => `${one.overdue} in ${one.vault}`);
  const sentences = [
    `${sum(numbers, "notes")} notes in ${numbers.length} vaults, ${sum(numbers, "inbox")} of them waiting in an inbox.`,
    overdue.length === 0 ? "Nothing is overdue." : `Overdue: ${overdue.join(", ")}.`,
    `Most is open in ${busiest.vault}: ${busiest.open} tasks.`,
  ];
  return { text: sentences.join(" ") };
}

/** The week's page: the words of the model, else the plain ones, above the numbers and what went to the archive. */
export function page({ count, archive, model, plain }, day) {
  const rows = count.map(
    ({ numbers: one }) => `| ${[one.vault, one.notes, one.inbox, one.open, one.overdue].join(" | ")} |`,
  );
  const rested = archive.flatMap(({ moves }) => moves ?? []).map(({ moved }) => `- ${moved.vault}: ${moved.to}`);
  const text = [
    `---\ntitle: Week to ${day}\ncreated: ${day}\nwritten_by: ${model ? "model" : "rules"}\n---\n`,
    `${(model ?? plain).text.trim()}\n`,
    "| vault | notes | inbox | open | overdue |\n| --- | --- | --- | --- | --- |",
    `${rows.join("\n")}\n`,
    ...(rested.length === 0 ? [] : [`Archived:\n\n${rested.join("\n")}\n`]),
  ];
  return { note: `reviews/${day}.md`, text: text.join("\n") };
}

/** Writes a note; the same note again changes nothing. */
export function keep(vault, { note, text }) {
  vault.beforeChanging();
  vault.write(note, text);
  return { vault: vault.name, note };
}

function sum(list, key) {
  return list.reduce((total, one) => total + one[key], 0);
}
