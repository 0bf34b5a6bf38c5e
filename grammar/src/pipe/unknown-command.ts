import { nearest, ownEntry, type CommandTable } from "@lobster-lang/language";
import { inserting, replacing, type Mend, type Reporter } from "./report.ts";
import type { Word } from "./word.ts";

const rule = "unknown-command";

/** What people call stages in other languages. */
const synonyms: Readonly<Record<string, string>> = {
  filter: "where",
  select: "pick",
  project: "pick",
  fields: "pick",
  columns: "pick",
  limit: "head",
  take: "head",
  first: "head",
  uniq: "dedupe",
  unique: "dedupe",
  distinct: "dedupe",
  orderby: "sort",
  sortby: "sort",
  group: "groupBy",
  format: "template",
  tojson: "json",
  confirm: "approve",
  approval: "approve",
  run: "exec",
  shell: "exec",
  cmd: "exec",
  command: "exec",
};

/** Programs that people put between pipes as in a shell. */
const programs = new Set(
  "jq yq grep egrep rg sed awk cut tr wc cat tac tail tee xargs sort uniq nl fold paste column echo printf curl wget http git gh glab docker kubectl make npm npx pnpm yarn node deno bun python python3 ruby perl php bash sh zsh ls find date sleep test true false cp mv rm mkdir touch diff md5sum sha256sum base64 openssl ssh scp rsync tar gzip gunzip zip unzip sqlite3 psql mysql mail sendmail notify-send open osascript claude codex openclaw inbox".split(
    " ",
  ),
);

/** Reports a stage that does not exist (T140): the nearest stage, or how a program is started. `first` has no input. */
export function reportUnknownCommand(
  name: Word,
  words: readonly Word[],
  { first, commands }: { readonly first: boolean; readonly commands: CommandTable },
  reporter: Reporter,
): void {
  if (name.text === "") {
    reporter.at(name, { rule, message: "the name of the stage is empty: write a stage such as `exec` or `where`" });
    return;
  }
  if (name.hasValues) {
    reporter.at(name, {
      rule,
      message: `\`${name.text}\`: a stage's name cannot come from a value: write the name itself`,
    });
    return;
  }
  const said = `there is no stage \`${name.text}\``;
  if (name.text.startsWith("--")) {
    reporter.at(name, { rule, message: `${said}: a stage begins with its name, flags follow it` });
    return;
  }
  const folded = name.text.toLowerCase().replace(/[-_]/g, "");
  const exact = commands.all.find((command) => command.name.toLowerCase().replace(/[-_]/g, "") === folded);
  if (exact === undefined && programs.has(name.text)) {
    reportProgram(name, words, first, reporter);
    return;
  }
  const meant =
    exact?.name ??
    ownEntry(synonyms, folded) ??
    nearest(
      name.text,
      commands.all.map((command) => command.name),
    );
  if (meant !== null && commands.named(meant) !== undefined) {
    const mend = replacing(`write \`${meant}\``, name.span, meant, exact !== undefined);
    reporter.at(name, { rule, message: `${said}: write \`${meant}\``, mend });
    return;
  }
  const how = first ? `exec ${name.text} …` : `exec --stdin json ${name.text} …`;
  reporter.at(name, { rule, message: `${said}; a program is started with \`${how}\`` });
}

function reportProgram(name: Word, words: readonly Word[], first: boolean, reporter: Reporter): void {
  const rest = words.map((word) => word.raw).join(" ");
  const tail = rest.length > 40 || /[`\n]/.test(rest) ? "…" : rest;
  const start = first ? "exec " : "exec --stdin json ";
  const right = `${start}${name.text} ${tail}`.trim();
  const mend: Mend = inserting(`write \`${right}\``, name.span.start, start, false);
  const message = `\`${name.text}\` is a program, not a stage: write \`${right}\``;
  reporter.at(name, { rule, message, mend });
}
