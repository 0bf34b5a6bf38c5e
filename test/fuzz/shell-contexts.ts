/**
 * Places of shell text for the property test of values in shell text (language.md D1). In each script `${x}` is the
 * value; `show` prints its arguments, each with a NUL behind it; `$W` holds the value too, set by the test.
 */
export interface ShellContext {
  readonly script: string;
  /** What the script prints when `${x}` is `value`; null: anything, so long as nothing else runs. */
  readonly prints: ((value: string) => string) | null;
  /** Values that can be tried here; without it all. */
  readonly accepts?: (value: string) => boolean;
  /** Other shells than bash do not have the syntax. */
  readonly bashOnly?: boolean;
  /** The place takes integers only. */
  readonly integer?: boolean;
}

/** As `show` prints them. */
export const shown = (...values: readonly string[]): string => values.map((value) => `${value}\0`).join("");

/** The words that a shell makes of a bare `before${x}after`. */
export function splitWords(value: string, before = "", after = ""): string[] {
  const words: string[] = [];
  let word: string | null = before === "" ? null : before;
  for (const char of value) {
    if (/[ \t\n]/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? "") + char;
    }
  }
  if (after !== "") word = (word ?? "") + after;
  if (word !== null) words.push(word);
  return words;
}

const withoutFinalNewlines = (text: string): string => text.replace(/\n+$/, "");

function exact(script: string, prints: (value: string) => string = (value) => shown(value)): ShellContext {
  return { script, prints };
}

function split(script: string, before = "", after = ""): ShellContext {
  return { script, prints: (value) => shown(...splitWords(value, before, after)) };
}

function integer(script: string, prints: (value: number) => string): ShellContext {
  return { script, prints: (value) => prints(Number(value)), integer: true };
}

/** Scripts that change the shell they run in, or end it. */
const changesShell =
  /\b(?:exit|readonly|trap|set|exec|cd|pushd|umask|return|unalias|IFS|export|disown|read|getopts|hash)\b|y:=|\[ -f|declare -i|\ba\+?=\(|a\[|: >|< "/;

/** Runs in a shell of its own where it must, or where it starts programs anyway. */
export function runsApart(context: ShellContext): boolean {
  return context.prints === null || changesShell.test(context.script);
}

const bash = (context: ShellContext): ShellContext => ({ ...context, bashOnly: true });
const harmless = (script: string): ShellContext => ({ script, prints: null });

/** Exact in dash, bash, busybox sh, and every other POSIX shell. */
const exactPlaces: readonly ShellContext[] = [
  exact('show "${x}"'),
  exact("show '${x}'"),
  exact('show "a${x}b"', (value) => shown(`a${value}b`)),
  exact("show 'a ${x} b'", (value) => shown(`a ${value} b`)),
  exact(`show "a"'\${x}'b"\${x}"`, (value) => shown(`a${value}b${value}`)),
  exact(`show 'it'"'"'s \${x}'`, (value) => shown(`it's ${value}`)),
  exact("show '$${x}'", (value) => shown(`$${value}`)),
  exact('show --name="${x}"', (value) => shown(`--name=${value}`)),
  exact('show "{\\"q\\":\\"${x}\\"}"', (value) => shown(`{"q":"${value}"}`)),
  exact('y=${x}; show "$y"'),
  exact('y=a${x}b; show "$y"', (value) => shown(`a${value}b`)),
  exact('y="${x}"; show "$y"'),
  exact("y='${x}'; show \"$y\""),
  exact('y=${x} z=${x}; show "$y" "$z"', (value) => shown(value, value)),
  exact('export y=${x}; show "$y"'),
  exact('readonly y=${x}; show "$y"'),
  exact('f() { local y=${x}; show "$y"; }; f'),
  exact("y=${x} eval 'show \"$y\"'"),
  exact('case ${x} in *) show "${x}";; esac'),
  exact('case "$W" in ${x}) show yes;; *) show no;; esac', () => shown("yes")),
  exact('case "$W" in "${x}"|zz) show yes;; *) show no;; esac', () => shown("yes")),
  exact('case "a$W" in a${x}) show yes;; *) show no;; esac', () => shown("yes")),
  exact("case abc in ${x}) show yes;; *) show no;; esac", (value) => shown(value === "abc" ? "yes" : "no")),
  exact("cat <<EOF\na${x}b\nEOF", (value) => `a${value}b\n`),
  exact("cat <<'EOF'\n$y `pwn` \\ \\\\ ${x} \\$z $(pwn)\nEOF", (value) => `$y \`pwn\` \\ \\\\ ${value} \\$z $(pwn)\n`),
  exact('cat <<-"EOF"\n\ta ${x}\n\tEOF', (value) => `a ${value}\n`),
  exact("cat <<\\EOF | cat\n'${x}' \"\\\"\nEOF", (value) => `'${value}' "\\"\n`),
  exact("cat <<EOF\n${y:-${x}}'${x}'\nEOF", (value) => `${value}'${value}'\n`),
  exact("show \"$(cat <<'EOF'\n${x}\nEOF\n)\"", (value) => shown(withoutFinalNewlines(value))),
  exact("cat <<A; cat <<'B'\n${x}\nA\n${x}$\nB", (value) => `${value}\n${value}$\n`),
  exact('show "$(printf \'%s.\' "${x}")"', (value) => shown(`${value}.`)),
  exact("show \"$(printf '%s.' '${x}')\"", (value) => shown(`${value}.`)),
  exact("show \"$(printf '%s.' \"$(printf '%s.' '${x}')\")\"", (value) => shown(`${value}..`)),
  exact("y=`printf '%s.' '${x}'`; show \"$y\"", (value) => shown(`${value}.`)),
  exact('y=`printf \'%s.\' "${x}"`; show "$y"', (value) => shown(`${value}.`)),
  exact("show \"`printf '%s.' '${x}'`\"", (value) => shown(`${value}.`)),
  exact('show "${y:-${x}}"'),
  exact('show "${y:-a${x}b}"', (value) => shown(`a${value}b`)),
  exact("show \"${y-'${x}'}\"", (value) => shown(`'${value}'`)),
  exact('y=1; show "${y:+${x}}"'),
  exact(': "${y:=${x}}"; show "$y"'),
  exact('z=${y:-${x}}; show "$z"'),
  exact('y="${x}z"; show "${y#${x}}"', () => shown("z")),
  exact('y="z${x}"; show "${y%"${x}"}"', () => shown("z")),
  exact('y="${x}z"; z=${y##${x}}; show "$z"', () => shown("z")),
  exact('set -- "${x}" b; show "$1" "$#"', (value) => shown(value, "2")),
  exact('if [ "${x}" = "$W" ]; then show same; else show other; fi', () => shown("same")),
  exact('[ -n "${x}" ] && show full || show empty', (value) => shown(value === "" ? "empty" : "full")),
  exact('if test "${x}" != "$W"; then show other; else show same; fi', () => shown("same")),
  exact("printf '%s.' \"${x}\"", (value) => `${value}.`),
  exact("printf '%s.' '${x}'", (value) => `${value}.`),
  exact('f() { show "${x}"; }; f'),
  exact('if true; then show "${x}"; else pwn; fi'),
  exact('for i in "${x}" b; do show "$i"; done', (value) => shown(value, "b")),
  exact('while true; do show "${x}"; break; done'),
  exact("( show \"${x}\" ); { show '${x}'; }", (value) => shown(value, value)),
  exact('show "${x}" | cat'),
  exact('show a # ${x} "${x}"', () => shown("a")),
  exact("# it's ${x}\nshow b", () => shown("b")),
  exact("show a | # ${x}\ncat", () => shown("a")),
  exact('show \\\n  "${x}"'),
  exact('show "😀" "${x}" \'é ${x}\'', (value) => shown("😀", value, `é ${value}`)),
  exact('sh -c \'printf "%s." "${x}"\'', (value) => `${value}.`),
  exact('sh -c \'y=${x}; printf "%s." "$y"\' # ${x}', (value) => `${value}.`),
  exact("sh -c 'cat <<\"E\"\n$y ${x}\nE\n'", (value) => `$y ${value}\n`),
  exact('sh -c \'printf "%s." "$1"\' sh "${x}"', (value) => `${value}.`),
  exact("eval 'show \"${x}\"'"),
  exact("eval 'y=${x}; show \"$y\"'"),
  exact("trap 'show \"${x}\"' EXIT; exit 0"),
  exact('sh -c -- \'printf "%s." "${x}"\'', (value) => `${value}.`),
  exact('sh -c -e \'printf "%s." "${x}"\'', (value) => `${value}.`),
  exact('sh -e -c -u -- \'printf "%s." "${x}"\' a b', (value) => `${value}.`),
  exact('sh -c -o errexit \'printf "%s." "${x}"\'', (value) => `${value}.`),
  exact("sh <<'EOF'\nprintf '%s.' '${x}'\nEOF", (value) => `${value}.`),
  exact('echo a | xargs sh -c \'printf "%s." "${x}"\'', (value) => `${value}.`),
  exact('env y=1 sh -c \'printf "%s." "${x}"\'', (value) => `${value}.`),
  exact('find . -maxdepth 0 -exec sh -c \'printf "%s." "${x}"\' \\;', (value) => `${value}.`),
  exact('IFS=:; show "${x}"'),
  exact("cat <<A\n$(cat <<'B'\n${x}\nB\n)\nA", (value) => `${withoutFinalNewlines(value)}\n`),
  exact("cat <<'A'\n$(cat <<B\n${x}\nB\n)\nA", (value) => `$(cat <<B\n${value}\nB\n)\n`),
  exact("cat <<A <<'B'\n${x}\nA\n${x}\nB", (value) => `${value}\n`),
  exact("y=$(case ${x} in (${x}) printf '%s.' '${x}';; esac); show \"$y\"", (value) => shown(`${value}.`)),
  exact('env "A=${x}" sh -c \'printf "%s." "$A"\'', (value) => `${value}.`),
  exact("nohup timeout 5 printf '%s.' \"${x}\"", (value) => `${value}.`),
  exact('set -u; show "${x}"'),
  exact('set -e; false || show "${x}" && show b', (value) => shown(value, "b")),
];

/** Whether trying one value starts a process: these are tried with fewer values. */
export function startsProcesses(context: ShellContext): boolean {
  return (
    runsApart(context) ||
    /\$\(|`|\||<\(|<<|^\( |\b(?:cat|sh|env|find|xargs|ls)\b/.test(context.script.replace(/\$\(\(/g, ""))
  );
}

/** What the shell itself makes of a bare word. */
const splitPlaces: readonly ShellContext[] = [
  split("show ${x}"),
  split("show a${x}b", "a", "b"),
  { script: 'show "a"${x} "${x}"', prints: (value) => shown(...splitWords(value, "a"), value) },
  { script: 'for i in ${x}; do show "$i"; done', prints: (value) => shown(...splitWords(value)) },
  split('set -- ${x}; show "$@"'),
  split("show ${y:-${x}}"),
  split("f() { show ${x}; }; f"),
  split("( show ${x} ) | cat"),
  { script: "show ${x} ${x}", prints: (value) => shown(...splitWords(value), ...splitWords(value)) },
  split("eval 'show ${x}'"),
  split('sh -c \'set -f; for i in ${x}; do printf "%s\\0" "$i"; done\''),
  split('show $(printf "%s" "${x}")'),
  split("show --name=${x}", "--name="),
  // Behind its format `printf` takes no option, so that the value is an operand.
  { script: "printf '%s\\n' ${x} end | od -c >/dev/null; show ${x}", prints: (value) => shown(...splitWords(value)) },
];

const integerPlaces: readonly ShellContext[] = [
  integer('show "$((${x} + 1))"', (value) => shown(String(value + 1))),
  integer("show $(( (${x}) * 2 ))", (value) => shown(String(value * 2))),
  integer("if [ ${x} -gt 3 ]; then show big; else show small; fi", (value) => shown(value > 3 ? "big" : "small")),
  integer('if [ "${x}" -eq 3 ]; then show three; else show other; fi', (value) =>
    shown(value === 3 ? "three" : "other"),
  ),
  {
    ...integer("f() { return ${x}; }; f; show $?", (value) => shown(String(value))),
    accepts: (value) => Number(value) >= 0 && Number(value) < 256,
  },
  bash(integer('let y=${x}+1; show "$y"', (value) => shown(String(value + 1)))),
  bash(integer('((y = ${x} + 1)); show "$y"', (value) => shown(String(value + 1)))),
  bash(integer('show "$[${x} + 1]"', (value) => shown(String(value + 1)))),
  bash(integer('declare -i y=${x}; show "$y"', (value) => shown(String(value)))),
  bash(integer('declare -i y; y=${x}; show "$y"', (value) => shown(String(value)))),
  bash(
    integer("if [[ ${x} -lt 3 ]]; then show small; else show big; fi", (value) => shown(value < 3 ? "small" : "big")),
  ),
  bash(
    integer('n=0; for ((i = 0; i < ${x}; i++)); do ((n++)); done; show "$n"', (value) =>
      shown(String(Math.max(0, value))),
    ),
  ),
  {
    ...bash(integer('y=abcdefghijklmnop; show "${y:${x}:1}"', (value) => shown("abcdefghijklmnop"[value]!))),
    accepts: (value) => Number(value) >= 0 && Number(value) < 16,
  },
  { ...bash(integer('a[${x}]=v; show "${a[${x}]}"', () => shown("v"))), accepts: (value) => Number(value) >= 0 },
];

const bashPlaces: readonly ShellContext[] = [
  exact('if [[ ${x} == "$W" ]]; then show same; else show other; fi', () => shown("same")),
  exact('if [[ "$W" == ${x} ]]; then show same; else show other; fi', () => shown("same")),
  exact('if [[ "a$W" == a${x} && -n a${x} ]]; then show same; else show other; fi', () => shown("same")),
  exact("if [[ -n ${x} ]]; then show full; else show empty; fi", (value) => shown(value === "" ? "empty" : "full")),
  exact("cat <<< ${x}", (value) => `${value}\n`),
  exact("cat <<< 'a ${x}'", (value) => `a ${value}\n`),
  exact("cat <(printf '%s.' \"${x}\")", (value) => `${value}.`),
  exact('declare y=${x}; show "$y"'),
  exact('a=("${x}" b); show "${a[@]}"', (value) => shown(value, "b")),
  exact('a=([1]=${x}); show "${a[1]}"'),
  exact('y="q${x}q"; show "${y/${x}/_}"', (value) => shown(value === "" ? "qq" : replacedOnce(value))),
  exact('f() { local y=${x} z; show "$y"; }; f'),
  exact("show \"${y:-$(printf '%s.' '${x}')}\"", (value) => shown(`${value}.`)),
  split('a=(${x}); show "${a[@]}"'),
  harmless("show {a,b}${x}"),
].map(bash);

function replacedOnce(value: string): string {
  const text = `q${value}q`;
  const at = text.indexOf(value);
  return `${text.slice(0, at)}_${text.slice(at + value.length)}`;
}

/** Whatever these print: nothing but them may run. Globbing is on. */
const harmlessPlaces: readonly ShellContext[] = [
  ...[
    "set +f; echo ${x}",
    'echo "${x}"',
    'wait "${x}"',
    '[ "${x}" ]',
    '[ ! "${x}" ]',
    'test -z "${x}" -o -n "${x}"',
    '[ -f "${x}" -a -r "${x}" ]',
    '[ "${x}" = a -o b = "${x}" ]',
    '[ "${x}" -nt /dev/null ]',
    'printf "${x}"',
    "printf -- ${x}",
    'command -v "${x}"',
    'type "${x}"',
    'hash "${x}"',
    'cd "${x}"',
    'umask "${x}"',
    'set "${x}"',
    'trap - "${x}"',
    'getopts "${x}" y',
    'exec 3>&"${x}"',
    'exec 3< "${x}"',
    ': > "no/${x}"',
    'read -r y < "${x}"',
    "ls -d -- ${x}",
    'unalias "${x}"',
  ].map(harmless),
  ...[
    "[[ a =~ ${x} ]]",
    "[[ a == @(b|${x}) ]]",
    'read -p "${x}" y',
    'read -d "${x}" y',
    'echo "${y@Q}" "${x}"',
    'a=(1); a+=(${x}); echo "${a[@]}"',
    "wait -- ${x}",
    'pushd "${x}"',
    'disown "${x}"',
    'help "${x}"',
  ].map((script) => bash(harmless(script))),
];

export const acceptedContexts: readonly ShellContext[] = [
  ...exactPlaces,
  ...splitPlaces,
  ...integerPlaces,
  ...bashPlaces,
  ...harmlessPlaces,
];

/** Places where a value may not stand: compile errors, whatever the value. */
export const refusedScripts: readonly string[] = [
  "${x} a",
  "A=1 ${x}",
  "! ${x}",
  "time ${x}",
  "if ${x}; then :; fi",
  "a && ${x}",
  "a | ${x}",
  "$(${x})",
  "./${x}.sh",
  "exec ${x}",
  "command ${x}",
  "command -p ${x}",
  "builtin ${x}",
  "${x}=1",
  "${x}() { :; }",
  "for ${x} in a; do :; done",
  "select ${x} in a; do :; done",
  "coproc ${x} { :; }",
  "show $${x}",
  'show "$${x}"',
  "show $'${x}'",
  'show $"${x}"',
  "show ${${x}}",
  "show ${a${x}b}",
  'show "${y:-"${x}"}"',
  "show ${y:-'${x}'}",
  "show ${y/a/${x}}",
  'show "${y/a/"${x}"}"',
  "show {1..${x}}",
  "show ~${x}",
  "show a ${x}>f",
  "show 2${x}>f",
  "cat <<${x}\na\n${x}",
  "cat <<EOF\n${x}\n",
  "cat <<'E F'\n${x}\nE F",
  'show "`printf \\"%s\\" \\"${x}\\"`"',
  "show `echo \\`echo ${x}\\``",
  "[ ${x} ]",
  "[ -n ${x} ]",
  "[ ${x} = a ]",
  "test ${x}",
  '[ "${x}" "${x}" ]',
  '[ -v "${x}" ]',
  "test -v ${x}",
  "[[ -v ${x} ]]",
  "[[ -R ${x} ]]",
  "printf ${x}",
  "printf ${x} a",
  'printf "${x}" a',
  'printf -v "${x}" a',
  "read ${x}",
  'read "${x}"',
  "unset ${x}",
  "unset 'a[${x}]'",
  "export ${x}",
  'export "${x}"',
  "export ${x}=1",
  "readonly ${x}",
  "declare ${x}",
  "typeset ${x}",
  "local ${x}",
  "getopts ab ${x}",
  "mapfile ${x}",
  'mapfile -C "${x}" y',
  "readarray ${x}",
  "wait ${x}",
  "set ${x}",
  "shopt ${x}",
  "enable ${x}",
  "compgen -W '${x}'",
  'complete -W "${x}" a',
  "alias a='${x}'",
  'alias a="${x}"',
  "declare -n y=${x}",
  "declare -n y; y=${x}",
  "declare -a y=${x}",
  "declare -A y='${x}'",
  "declare -a y; declare y=${x}",
  "PS4=${x}",
  "IFS=${x} read -r a b",
  "PROMPT_COMMAND='${x}'",
  "ENV=${x} sh",
  "BASH_ENV=${x} bash a",
  "RANDOM=${x}",
  "OPTIND=${x}",
  "SECONDS=${x}",
  "TMOUT=${x}",
  "env ${x} echo",
  "env A=${x} echo",
  "env -u ${x} echo",
  "timeout ${x} echo",
  "nice -n ${x} echo",
  "nohup ${x}",
  "echo a | xargs ${x}",
  "echo a | xargs -n ${x} echo",
  "sudo -u ${x} echo",
  "nohup env A=1 timeout 5 ${x}",
  "find . -exec ${x} \\;",
  "find . -ok ${x} \\;",
  "env -S 'sh -c \"echo ${x}\"'",
  "env -S \"sh -c 'echo ${x}'\"",
  'env -iS "echo ${x}"',
  'env --split-string="echo ${x}"',
  'env -S"echo ${x}"',
  "sudo sh -c 'echo ${x}'",
  "env -i sh -c 'echo ${x}'",
  "docker exec box sh -c 'echo ${x}'",
  "ssh host 'echo ${x}'",
  "su -c 'echo ${x}' user",
  "zsh -c 'echo ${x}'",
  "eval 'echo ${x}' b",
  "eval 'echo '\"$y\"' ${x}'",
  "sh -c 'echo '\"$y\"' ${x}'",
  "trap 'echo '\"$y\"' ${x}' EXIT",
  "$SHELL -c 'echo ${x}'",
  "zsh -c -- 'echo ${x}'",
  "sudo sh -c -e -- 'echo ${x}'",
  "sh ${x}",
  "bash -e ${x}",
  "env A=1 sh ${x}",
  "\"${SH:-sh}\" -c 'echo ${x}'",
  "bash $OPTIONS -c 'echo ${x}'",
  "env -u A bash -c 'echo ${x}'",
  "watch 'echo ${x}'",
  "flock lock -c 'echo ${x}'",
  "ssh -p 22 host 'echo ${x}'",
  "sh -c 'echo ${x}'; sh -c '${x} a'",
  "echo $(('${x}'))",
];
