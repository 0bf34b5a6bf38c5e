import { groupBy } from "./group-by.mjs";
import { Refusal } from "./vault.mjs";

const task = /^(\s*)- \[([ x])\] (.+)$/;
const list = "tasks.md";

/** Every task of a vault: `- [ ] words due:2026-12-01 @ana #shared ^id`. */
export function tasks(vault) {
  return vault.notes().flatMap(({ path, text }) =>
    text.split("\n").flatMap((line) => {
      const [, , mark, words] = task.exec(line) ?? [];
      return mark === undefined ? [] : [{ vault: vault.name, note: path, done: mark === "x", ...read(words) }];
    }),
  );
}

function read(words) {
  return {
    id: / \^([a-z0-9-]+)$/.exec(words)?.[1] ?? null,
    text: words.replace(/ (?:due:\S+|@\S+|#\S+|\^\S+)/g, ""),
    due: / due:(\S+)/.exec(words)?.[1] ?? null,
    owner: / @(\S+)/.exec(words)?.[1] ?? null,
    shared: / #shared\b/.test(words),
  };
}

/** Tasks that two people share: they need a name of their own. */
export function isForBoth({ vault, id, shared }) {
  return id !== null && (shared || vault === "shared");
}

/** What a task is about, without order, case and the small words: "Book the dentist" and "dentist: book!". */
function gist(text) {
  const small = new Set(["a", "an", "and", "at", "for", "in", "of", "on", "the", "to", "with"]);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !small.has(word))
    .toSorted()
    .join(" ");
}

/**
 * What has to change so that the shared list and the vaults say the same. Tasks are one by their id; two ids are one task when
 * a model says so of ids that exist in different vaults, or when the words are the same.
 */
export function compare({ tasks: vaults, proposals }) {
  const known = Object.values(vaults).flat().filter(isForBoth);
  const { idOf, by } = joined(known, Array.isArray(proposals) ? proposals : []);
  const groups = groupBy(known, ({ id }) => idOf(id));
  return [...groups].flatMap(([id, group]) => changesOf(id, group)).map((change) => ({ ...change, by: by(change) }));
}

function joined(known, proposals) {
  const same = new Map();
  const byModel = new Set();
  const join = (id, into) => {
    if (id !== into && !same.has(id) && !same.has(into)) same.set(id, into);
  };
  const vaultOf = new Map(known.map(({ id, vault }) => [id, vault]));
  for (const { same: [into, id] = [] } of proposals) {
    if (!vaultOf.has(id) || !vaultOf.has(into) || vaultOf.get(id) === vaultOf.get(into)) continue;
    join(id, into);
    byModel.add(id);
  }
  for (const group of groupBy(known, ({ text }) => gist(text)).values()) {
    // The shared list's own name for it counts.
    const into = group.find(({ vault }) => vault === "shared") ?? group[0];
    for (const one of group) if (one.vault !== into.vault) join(one.id, into.id);
  }
  const by = ({ do: what, id }) => (what === "rename" && byModel.has(id) ? "model" : "rules");
  return { idOf: (id) => same.get(id) ?? id, by };
}

function changesOf(id, group) {
  const { text, owner } = group[0];
  const change = (vault, what, more = {}) => ({ vault, do: what, id, text, ...more });
  const renames = group
    .filter((one) => one.id !== id)
    .map((one) => change(one.vault, "rename", { id: one.id, to: id }));
  const done = group.some((one) => one.done);
  // The earliest day is the one that holds.
  const due = group.flatMap((one) => (one.due === null ? [] : [one.due])).toSorted()[0] ?? null;
  const isListed = group.some(({ vault }) => vault === "shared");
  const adds = isListed || done ? [] : [change("shared", "add", { due, owner: owner ?? group[0].vault })];
  const ticks = done ? group.filter((one) => !one.done).map((one) => change(one.vault, "tick")) : [];
  const days =
    done || due === null ? [] : group.filter((one) => one.due !== due).map((one) => change(one.vault, "date", { due }));
  return [...renames, ...adds, ...ticks, ...days];
}

/** Changes a vault's tasks. What is so already stays so. */
export function apply(vault, changes) {
  vault.beforeChanging();
  return changes.map((change) => ({ ...change, changed: applyOne(vault, change) }));
}

function applyOne(vault, change) {
  if (change.do === "add") return add(vault, change);
  const edit = edits[change.do];
  if (edit === undefined) throw new Refusal(`\`${change.do}\` is nothing that can be done to a task`);
  for (const { path, text } of vault.notes()) {
    const edited = text.replace(new RegExp(`^.* \\^${change.id}$`, "m"), (line) => edit(line, change));
    if (edited === text) continue;
    vault.write(path, edited);
    return true;
  }
  return false;
}

const edits = {
  rename: (line, { id, to }) => `${line.slice(0, -id.length)}${to}`,
  tick: (line) => line.replace("- [ ]", "- [x]"),
  date: (line, { due, id }) => `${line.replace(/ due:\S+/, "").slice(0, -id.length - 2)} due:${due} ^${id}`,
};

function add(vault, { id, text, due, owner }) {
  const old = vault.note(list).text;
  if (new RegExp(` \\^${id}$`, "m").test(old)) return false;
  const day = due === null ? "" : ` due:${due}`;
  vault.write(list, `${old.trimEnd()}\n- [ ] ${text}${day} @${owner} ^${id}\n`);
  return true;
}
