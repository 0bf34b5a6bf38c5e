/** Commands that POSIX shells bring themselves: no program is started for them. */
const own: ReadonlySet<string> = new Set(
  (
    ": . [ alias bg break caller cd command compgen complete continue declare dirs disown echo eval exec exit export " +
    "false fc fg getopts hash help history jobs kill let local logout mapfile popd print printf pushd pwd read readarray " +
    "readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait"
  ).split(" "),
);

/** Whether the shell itself does what `name` says. */
export function isShellOwn(name: string): boolean {
  return own.has(name);
}
