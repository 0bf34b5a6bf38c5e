import { fixAll } from "@lobster-lang/checker";
import { describe, expect, test } from "vitest";
import { checkText, found, levels } from "./checking.ts";

/** A workflow with one command; `x` is a text argument, `n` an integer, `mode` one of a list, `s` an earlier step. */
function workflow(script: string, more = ""): string {
  const lines = script.split("\n").map((line) => `      ${line}`);
  return `args:
  x: {default: a}
  n: {type: integer, default: 3}
  mode: {enum: [fast, slow], default: fast}
steps:
  - id: s
    run: inbox list --json
  - id: t
${more}    run: |
${lines.join("\n")}
`;
}

const folded = (body: string): string =>
  `steps:\n  - id: t\n    run: >\n${body
    .split("\n")
    .map((line) => `      ${line}`)
    .join("\n")}\n`;

const fixed = (file: string): string => fixAll(file, (text) => checkText(text)).text;

describe("real commands stay without a finding", () => {
  test.each([
    "cd ${WORKSPACE:-.} && make",
    'echo "${CONF_PCT%.*} ${#CONF_PCT}"',
    "jq '.a as $primary | $ex.name, $hist[]' a.json",
    "jq --arg text \"$TEXT\" '{x: $text}' a.json",
    "node <<'JS'\nconsole.log(`${t.id}`);\nJS",
    'docker ps --format "{{.Names}}"',
    "sort a | head -n 3",
    'printf "%s" "$(cat)" | wc -c',
    "approve --id 5",
    "./approve --prompt 'Go?'",
    "openclaw.invoke --tool message --action send --args-json '{}'",
    "exec node server.js",
    "exec 3>&1",
    "curl -s a.example | json -a name",
    "map() { sed s/a/b/; }; cat a | map",
    'head -n ${n} f; echo "$s.exit_code" $s.exit_code ${mode}',
    "bash -c 'set -o pipefail; [[ -n \"$1\" ]]' bash a",
    'for i in ${x}; do echo "$i"; done',
    'set -- ${x}; echo "$#"',
    'x=1; echo "$x"',
    'while read -r x; do echo "$x"; done < a',
    'python3 -c "print(${n})"',
    "python3 -c 'import sys; print(sys.argv[1])' \"${x}\"",
    "jq --arg x \"${x}\" '.a == $x' b.json",
    "sh -c 'echo \"${x}\"'",
    'y="${n}"; echo $((y + 1))',
    "set -e\nif [ -f a ]; then\n  cat a\nfi",
    "# it's ${x}\necho a",
    'command -v "${x}"',
  ])("%j", (script) => {
    expect(levels(workflow(script))).toEqual([]);
  });
});

describe("what people get wrong", () => {
  test.each([
    ["cat ${x}", ["warning unquoted-value"]],
    ["cat $s.stdout", ["warning unquoted-value"]],
    ["${x} --version", ["error value-in-unsafe-place"]],
    ['"${x}" --version', ["warning value-becomes-code"]],
    ["[ ${x} = a ] && echo b", ["error value-in-unsafe-place"]],
    ['jq ".${x}" a.json', ["warning value-becomes-code"]],
    ['sh -c "echo ${x}"', ["warning value-becomes-code"]],
    ['y="${x}"; echo $((y + 1))', ["warning value-becomes-code"]],
    ['env "${x}" a', ["warning value-becomes-code"]],
    ['timeout 5 "${x}"', ["warning value-becomes-code"]],
    ['ls | xargs "${x}"', ["warning value-becomes-code"]],
    ['ls | xargs -I {} rm "{}" "${x}"', []],
    ['env A="${x}" timeout 5 rm "${x}"', []],
    ['find . -exec "${x}" {} +', ["warning value-becomes-code"]],
    ['make VERSION="${x}"', ["warning value-becomes-code"]],
    ['git -c core.pager="${x}" log', ["warning value-becomes-code"]],
    ['rsync -e "${x}" a b', ["warning value-becomes-code"]],
    ['tar --to-command="${x}" -xf a', ["warning value-becomes-code"]],
    ["sed --expression='s/a/${x}/' b", ["warning value-becomes-code"]],
    ["sed -ne '${x}p' b", ["warning value-becomes-code"]],
    ["sed -Ee 's/${x}//' b", ["warning value-becomes-code"]],
    ['y="${x}"; echo $(($y))', ["warning value-becomes-code"]],
    ['y="${x}"; z=$y; echo $((z))', ["warning value-becomes-code"]],
    ['y=$(echo "${x}"); echo $((y))', ["warning value-becomes-code"]],
    ['y="${x}"; eval "$y"', ["warning value-becomes-code"]],
    ['y="${x}"; sh -c "$y"', ["warning value-becomes-code"]],
    ['y="${x}"; [ "$y" -eq 1 ]', ["warning value-becomes-code"]],
    ['y="${x}"; export "$y"', ["warning value-becomes-code"]],
    ['sh "${x}"', ["warning value-becomes-code"]],
    ['sh script.sh "${x}"', []],
    ['LD_PRELOAD="${x}" true', ["warning value-becomes-code"]],
    ['y="${x}"; $y', ["warning value-becomes-code"]],
    ['for i in "${x}"; do echo $((i)); done', ["warning value-becomes-code"]],
    ['set -- "${x}"; echo $(($1))', ["warning value-becomes-code"]],
    ['f() { eval "$1"; }; f "${x}"', ["warning value-becomes-code"]],
    ['echo "${x}" | while read -r y; do echo $((y)); done', ["warning value-becomes-code"]],
    ["echo $((LOBSTER_ARG_X + 1))", ["warning value-becomes-code"]],
    ['eval "$LOBSTER_ARG_X"', ["warning value-becomes-code"]],
    ['y="${x}"; z=2; echo "$y" $((z))', []],
    ['echo "$LOBSTER_ARG_X"', []],
    ['echo "$x"', ["error arg-as-shell-variable"]],
    ["echo ${n:-5}", ["error arg-as-shell-variable"]],
    ["[[ -f a ]] && echo b", ["warning bash-only"]],
    ["set -euo pipefail", ["warning bash-only"]],
    ["a=(1 2)", ["warning bash-only"]],
    ["llm.invoke --prompt a", ["error stage-in-shell"]],
    ["state.set a", ["error stage-in-shell"]],
    ["approve --prompt 'Go?'", ["error stage-in-shell"]],
    ["exec --json --shell 'inbox list'", ["error stage-in-shell"]],
    ["inbox list | where 'a==b'", ["error stage-in-shell"]],
    ["inbox list | json", ["warning stage-in-shell"]],
    ['echo "a', ["error shell-syntax"]],
    ["if a; then b", ["error shell-syntax"]],
  ])("%j", (script, expected) => {
    expect(levels(workflow(script))).toEqual(expected);
  });

  test.each([
    ["    env: {LD_PRELOAD: '${x}'}\n", ["warning value-becomes-code"]],
    ["    env: {PATH: '${x}:/usr/bin'}\n", ["warning value-becomes-code"]],
    ["    env: {PS4: $s.stdout}\n", ["warning value-becomes-code"]],
    ["    env: {'BASH_FUNC_ls%%': '${x}'}\n", ["warning value-becomes-code"]],
    ["    env: {PATH: /usr/bin, NAME: '${x}'}\n", []],
  ])("a value in a variable that programs run by: %j", (env, expected) => {
    expect(levels(workflow("true", env))).toEqual(expected);
  });

  test("LOBSTER_SHELL says that a script is for bash", () => {
    expect(levels(workflow("[[ -f a ]] && echo b", "    env: {LOBSTER_SHELL: /bin/bash}\n"))).toEqual([]);
  });

  test("each finding marks its own place, also in a quoted one-line command", () => {
    const file = 'args: {x: {default: a}}\nsteps:\n  - id: t\n    run: "echo \\"é\\" ${x}; read ${x}"\n';
    expect(found(file)).toEqual(["unquoted-value: ${x}", "value-in-unsafe-place: ${x}"]);
    expect(checkText(file).map(({ range }) => range.start)).toEqual([file.indexOf("${x};"), file.indexOf('${x}"')]);
  });
});

describe("fixes", () => {
  test("an argument read as a variable, and a bare word of a test", () => {
    expect(fixed(workflow('echo "$x"; [ -n ${x} ]'))).toContain('echo "${x}"; [ -n "${x}" ]');
  });

  test("the quotes of a fix are written as the YAML text needs them", () => {
    const file = 'args: {x: {default: a}}\nsteps: [{id: t, run: "[ -n ${x} ]"}]\n';
    expect(fixed(file)).toContain('run: "[ -n \\"${x}\\" ]"');
  });
});

describe("folded texts", () => {
  test.each([
    ["echo one\n# note\necho two", ["error folded-script"]],
    ["curl -s \\\na.example", ["error folded-script"]],
    ["curl -s \\\n  a.example", []],
    ["echo one\necho two", ["warning folded-script"]],
    ["curl -s a.example\n-H 'A: b'", []],
    ["cat a |\nsort |\nhead -n 1", []],
    ["make &&\necho done", []],
    ['echo "a\necho b"', []],
  ])("%j", (body, expected) => {
    expect(levels(folded(body)).filter((it) => it.endsWith("folded-script"))).toEqual(expected);
  });

  test("a here-document gets its lines back", () => {
    expect(fixAll(folded("cat <<T\none\nT"), (text) => checkText(text)).text).toContain("run: |\n");
  });
});
