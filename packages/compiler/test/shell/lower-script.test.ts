import { analyseShell, textOf, wholeText } from "@lobster-lang/grammar";
import type { Script } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import { lowerScript } from "../../src/shell/index.ts";

const names = { args: new Set(["x", "n", "text", "id"]), steps: new Set(["s", "approve"]) };

function lower(
  script: string,
  argVariable: (name: string) => string | null = (name) => `LOBSTER_ARG_${name.toUpperCase()}`,
) {
  return lowerScript(analyseShell(textOf(wholeText(script), "shell"), names), {
    argVariable,
    reference: (node) => ({
      step: node.id,
      path: [node.field.name, ...node.path.map((it) => (it.kind === "name" ? it.name : it.index))],
    }),
  });
}

function scriptOf(script: string, argVariable?: (name: string) => string | null): Script {
  const lowered = lower(script, argVariable);
  if ("problems" in lowered) throw new Error(lowered.problems.map((it) => it.message).join("; "));
  return lowered.script;
}

describe("how a value is written for its place", () => {
  test.each([
    ["rm ${x}", "rm ${LOBSTER_ARG_X}"],
    ['rm "${x}.bak"', 'rm "${LOBSTER_ARG_X}.bak"'],
    ["rm 'a ${x}'", "rm 'a '\"${LOBSTER_ARG_X}\"''"],
    ["y=${x}", 'y="${LOBSTER_ARG_X}"'],
    ["cat > ${x}", 'cat > "${LOBSTER_ARG_X}"'],
    ["case ${x} in a${x}) ;; esac", 'case "${LOBSTER_ARG_X}" in a"${LOBSTER_ARG_X}") ;; esac'],
    ["cat <<EOF\n${x}\nEOF", "cat <<EOF\n${LOBSTER_ARG_X}\nEOF"],
    ["cat <<'EOF'\n${x} $y `z` \\\nEOF", "cat <<EOF\n${LOBSTER_ARG_X} \\$y \\`z\\` \\\\\nEOF"],
    ["sh -c 'rm \"${x}\"'", "sh -c 'rm \"${LOBSTER_ARG_X}\"'"],
    ["sh -c 'y=${x}'", "sh -c 'y=\"${LOBSTER_ARG_X}\"'"],
    ["echo $((${n}+1)) # ${x}", "echo $((${LOBSTER_ARG_N}+1)) # ${x}"],
    ["echo \\${x} $$s.json '$$s.json' \\$s.json", "echo \\${x} $s.json '$s.json' \\$s.json"],
    ["cat <<'EOF'\n${x} $$s.json\nEOF", "cat <<EOF\n${LOBSTER_ARG_X} \\$s.json\nEOF"],
    ["echo $s.stdout '$s.json.a[0]' $s.stdout", "echo ${_LOBSTER_1} ''\"${_LOBSTER_2}\"'' ${_LOBSTER_1}"],
  ])("%j becomes %j", (script, text) => {
    expect(scriptOf(script).text).toBe(text);
  });
});

describe("what the variables hold", () => {
  test("one private variable for each distinct reference, the argument's own for an argument", () => {
    expect(scriptOf('show "$s.stdout" "$s.json.a" "${x}" "$s.stdout" "${x}"').bindings).toEqual([
      { variable: "_LOBSTER_1", value: { ref: { step: "s", path: ["stdout"] } }, type: "text" },
      { variable: "_LOBSTER_2", value: { ref: { step: "s", path: ["json", "a"] } }, type: "text" },
      { variable: "LOBSTER_ARG_X", value: { arg: "x" }, type: "text" },
    ]);
  });

  test("a place that is calculated takes integers only; a text of the same value stays exact", () => {
    expect(scriptOf('show "$((${n}))"').bindings).toEqual([
      { variable: "LOBSTER_ARG_N", value: { arg: "n" }, type: "integer" },
    ]);
    expect(scriptOf('show "${n}" "$((${n}))"').bindings).toEqual([
      { variable: "LOBSTER_ARG_N", value: { arg: "n" }, type: "text" },
      { variable: "_LOBSTER_1", value: { arg: "n" }, type: "integer" },
    ]);
  });

  test("an argument whose variable is taken, or that has none, gets a private one", () => {
    expect(scriptOf('show "${x}"', () => null)).toEqual({
      text: 'show "${_LOBSTER_1}"',
      bindings: [{ variable: "_LOBSTER_1", value: { arg: "x" }, type: "text" }],
    });
    expect(scriptOf('LOBSTER_ARG_X=1; show "${x}"').text).toBe('LOBSTER_ARG_X=1; show "${_LOBSTER_1}"');
    expect(scriptOf('unset LOBSTER_ARG_X; show "${x}"').text).toBe('unset LOBSTER_ARG_X; show "${_LOBSTER_1}"');
  });

  test("a script that uses the private names itself is refused", () => {
    const lowered = lower('_LOBSTER_1=a; show "$s.stdout"');
    expect("problems" in lowered && lowered.problems[0]!.message).toContain("choose another name");
    expect(scriptOf('echo $MY_LOBSTER_DIR "$s.stdout"').bindings).toHaveLength(1);
  });
});

describe("what cannot be lowered is said, all of it", () => {
  test("a refused place and a fault of the syntax", () => {
    const lowered = lower("${x} a; read ${x}");
    expect("problems" in lowered && lowered.problems.map((it) => [it.rule, it.range])).toEqual([
      ["value-in-unsafe-place", { start: 0, end: 4 }],
      ["value-in-unsafe-place", { start: 13, end: 17 }],
    ]);
    const broken = lower('echo "${x}');
    expect("problems" in broken && broken.problems.map((it) => it.rule)).toEqual(["shell-syntax"]);
  });
});

describe("scripts without a value are passed on byte for byte", () => {
  test.each([
    "cd ${WORKSPACE:-.} && make",
    'echo "${CONF_PCT%.*} ${#x} ${list[@]} ${!name}"',
    "jq '.a as $primary | $ex.name, $hist[]' a.json",
    "jq -n --arg text \"$T\" '{$text}'",
    "node <<'JS'\nconst t = {id: 1};\nconsole.log(`${t.id} ${t.name}`);\nJS\n",
    'docker ps --format "{{.Names}}" | sort | head -n 3',
    "template --text '{{x}}'",
    "printf '%s' \"$(cat)\" | tee out",
    "./bin/approve --id 5",
    "approve --id 5",
    "openclaw.invoke --tool message --action send --args-json '{\"a\": 1}'",
    'for f in *; do mv "$f" "$f.bak"; done',
    "set -euo pipefail\n\n# a comment with 'quotes\nif [[ -f a ]]; then\n\tcat a\nfi\n",
    "cat <<-EOF | sed 's/a/b/'\n\t$HOME `pwd`\n\tEOF\n",
    "awk '{ print $1, $NF }' a | while read -r a b; do echo \"$a $$\"; done",
    "x=$((1 + 2)); (( x++ )); echo $'tab\\t' $\"hi\" {1..3} ~/a",
    'echo `echo \\`date\\`` "`date`"',
    "echo \\\n  a \\\n  b",
    "trap 'rm -f \"$tmp\"' EXIT; tmp=$(mktemp)",
    "echo 'it'\\''s' \"\\$5\" \\$s.stdout",
    "case $1 in a|b) ;; *) exit 1;; esac >/dev/null 2>&1 &",
    "git log --format='%h %s' @{u}..HEAD",
    "curl -s \"https://a.example/?q=$q&n=${n_max}\" -H 'A: b' | python3 -c 'import sys, json; print(json.load(sys.stdin)[\"a\"])'",
    "echo > /tmp/$$.log; echo $$nope.json",
    "",
    " \n",
  ])("%j", (script) => {
    expect(scriptOf(script)).toEqual({ text: script, bindings: [] });
  });
});
