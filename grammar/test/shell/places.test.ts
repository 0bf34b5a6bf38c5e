import { readWorkflow } from "@lobster-lang/grammar";
import { describe, expect, test } from "vitest";
import { kinds, names, read, reason, written } from "./shell-reading.ts";

describe("each row of the table of decision D1", () => {
  test.each([
    ["rm ${file}", "word"],
    ["rm a${file}b", "word"],
    ["for i in ${x}; do :; done", "word"],
    ["a=(${x})", "word"],
    ["show ${y:-${x}}", "word"],
    ['rm "${file}"', "double-quoted"],
    ['show "${y:-${x}}"', "double-quoted"],
    ['"${x}" a', "double-quoted"],
    ["y=${x}", "bare-exact"],
    ["export y=${x}", "bare-exact"],
    ["cat <<< ${x}", "bare-exact"],
    ["echo a > ${file}", "bare-exact"],
    ["case ${x} in a) ;; esac", "bare-exact"],
    ["case a in ${x}) ;; esac", "bare-exact"],
    ["[[ a == ${x} ]]", "bare-exact"],
    ["show '${x}'", "single-quoted"],
    ["show '$s.stdout'", "single-quoted"],
    ["cat <<EOF\n${x}\nEOF", "heredoc"],
    ["cat <<'EOF'\n${x}\nEOF", "heredoc-quoted"],
    ["show a # ${x}", "comment"],
    ["show $(cat ${x})", "word"],
    ['show $(cat "${x}")', "double-quoted"],
    ["diff <(sort ${x}) b", "word"],
    ["f() { cat '${x}'; }", "single-quoted"],
    ["show $((${n} + 1))", "arithmetic"],
    ["((y = ${n}))", "arithmetic"],
    ["let y=${n}", "arithmetic"],
    ["a[${n}]=1", "arithmetic"],
    ["show ${a[${n}]}", "arithmetic"],
    ["show ${y:${n}:1}", "arithmetic"],
    ["[[ ${n} -eq 1 ]]", "arithmetic"],
    ["[ ${n} -eq 1 ]", "arithmetic"],
    ['test "${n}" -gt 1', "arithmetic"],
    ["declare -i y=${n}", "arithmetic"],
    ["sh -c 'cat ${x}'", "word"],
    ["sh -c 'cat \"${x}\"'", "double-quoted"],
    ["eval 'y=${x}'", "bare-exact"],
    ["trap 'rm ${x}' EXIT", "word"],
    ["find . -exec sh -c 'cat \"${x}\"' \\;", "double-quoted"],
    ["python3 -c \"print('${x}')\"", "double-quoted"],
  ])("%j is %s", (script, kind) => {
    expect(kinds(script).map((it) => it.split(" ")[1])).toEqual([kind]);
  });

  test.each([
    ["${x} a", "`${x}` stands where the shell expects a program"],
    ["exec ${x}", "`${x}` stands where the shell expects a program"],
    ["if ${x}; then :; fi", "`${x}` stands where the shell expects a program"],
    ["read ${x}", "the name of a variable"],
    ["printf -v ${x} a", "the name of a variable"],
    ["unset ${x}", "the name of a variable"],
    ["export ${x}", "the name of a variable"],
    ["[[ -v ${x} ]]", "the name of a variable"],
    ["[ -n ${x} ]", 'write `"${x}"`'],
    ["printf ${x} a", "as a format"],
    ["printf -x ${x}", 'write `"${x}"`'],
    ["show $'${x}'", "ordinary double quotes"],
    ['show $"${x}"', "ordinary double quotes"],
    ["show $${x}", "directly after a `$`"],
    ["show `echo \\`echo ${x}\\``", "instead of backticks"],
    ["show ${y/a/${x}}", "in a replacement"],
    ["show {1..${n}}", "`$(seq 1 ${n})`"],
    ["cat <<EOF\n${x}", "here-document that nothing ends"],
    ["sudo sh -c 'cat ${x}'", '`sh -c \'… "$1" …\' sh "${x}"`'],
  ])("%j is refused, with the way out", (script, words) => {
    expect(reason(script)).toContain(words);
  });
});

describe("which texts are substitutions", () => {
  test("a name that the file does not know is the shell's", () => {
    expect(kinds("show ${y} $y.txt ${HOME} ${x:-1} ${#x} ${x%.*} $x")).toEqual([]);
  });

  test("a variable that the script has set is the shell's, also when a step has its name", () => {
    expect(kinds("for f in *; do mv $f $f.bak; done")).toEqual([]);
    expect(kinds("f=data; cp a $f.json")).toEqual([]);
    expect(kinds("while read -r f; do cp $f $f.json; done")).toEqual([]);
  });

  test("before the script sets it, the name is the step's", () => {
    expect(kinds("out=$out.stdout; show $out.txt")).toEqual(["$out.stdout bare-exact"]);
  });

  test("an argument is an argument, whatever the script sets", () => {
    expect(kinds('x="${x}"; show "$x"')).toEqual(["${x} double-quoted"]);
  });

  test("a backslash or a second dollar makes it literal", () => {
    const script = 'show \\${x} \\$s.stdout "$$s.stdout" \\\\${x}';
    expect(kinds(script)).toEqual(["${x} word"]);
    expect(read(script).edits).toEqual([{ span: { start: 23, end: 25 }, text: "$" }]);
  });

  test("a process id before a name that is no step stays a process id", () => {
    expect(read("echo > /tmp/$$nope.json").edits).toEqual([]);
  });
});

describe("facts about a script", () => {
  test("commands with their literal words, also of inner scripts", () => {
    const found = read('sort a | head -n 3; sh -c \'inbox "list"\'; "${x}" b; cat $HOME').commands;
    expect(found.map((it) => [it.name, it.arguments, it.piped])).toEqual([
      ["sort", ["a"], false],
      ["head", ["-n", "3"], true],
      ["sh", ["-c", 'inbox "list"'], false],
      ["cat", [null], false],
      ["inbox", ["list"], false],
    ]);
  });

  test("variables are what the shell expands: not in single quotes, not in quoted here-documents", () => {
    const script = "jq '$primary' a \"$b\" ${c:-d}; awk '{print $1}'; cat <<'E'\n${t.id} $e\nE\n";
    expect(read(script).variables.map((it) => it.name)).toEqual(["b", "c"]);
  });

  test("names that the script sets", () => {
    const script =
      "a=1; for b in x; do :; done; read -r -p c d e; export g; local h=1; printf -v i x; : ${j:=1}; ((k = 1)); getopts ab l; mapfile -t m; {o}>p";
    expect([...read(script).assigned].toSorted()).toEqual(["a", "b", "d", "e", "g", "h", "i", "j", "k", "l", "m", "o"]);
  });

  test("what is for bash only", () => {
    const script = "set -o pipefail; [[ a ]]; a=(b); cat <<< c; show {1..3}; [ a == b ]";
    expect(
      read(script)
        .bashOnly.map((it) => it.what)
        .toSorted(),
    ).toEqual(["`pipefail`", "`[[ … ]]`", "an array", "`<<<`", "`{…}`", "`==` in `[`"].toSorted());
    expect(read("bash -c 'set -o pipefail; [[ a ]]'").bashOnly).toEqual([]);
  });
});

describe("positions", () => {
  test("are UTF-16 offsets of the text, behind emoji too", () => {
    const script = 'echo "😀" # 😀\nrm "${x}"';
    const [place] = read(script).places;
    expect(written(script, place!)).toBe("${x}");
  });

  test("are right in the source, inside a block of a workflow file", () => {
    const file =
      "args: {x: {default: a}}\nsteps:\n  - id: a\n    run: |\n      echo 'é'\n      ${x} b\n      read ${x}\n";
    const tree = readWorkflow(file, { fileName: "a.lobster" });
    const action = tree.steps[0]!.actions[0]!;
    if (action.kind !== "shell") throw new Error("no shell step");
    const { places } = action.analyse({ args: new Set(["x"]), steps: new Set() });
    expect(places.map(({ range, kind }) => [file.slice(range.start, range.end), kind])).toEqual([
      ["${x}", "refused"],
      ["${x}", "refused"],
    ]);
    expect(places[0]!.range.start).toBe(file.indexOf("${x} b"));
  });

  test("the same text and names give the same analysis", () => {
    const tree = readWorkflow("steps: [{id: a, run: echo hi}]", { fileName: "a.lobster" });
    const action = tree.steps[0]!.actions[0]!;
    if (action.kind !== "shell") throw new Error("no shell step");
    expect(action.analyse(names)).toBe(action.analyse({ ...names }));
  });
});

describe("faults of the shell's syntax", () => {
  test.each([
    ['echo "a', "double quote is never closed", 5],
    ["echo 'a", "single quote is never closed", 5],
    ["echo $(a", "`$(` is never closed", 5],
    ["if a; then b", "`if` is never closed: add `fi`", 11],
    ["for i in a; do b", "`for` is never closed: add `done`", 15],
    ["a ;; b", "`;;` does not belong here", 2],
    ["( a", "`(` is never closed", 2],
  ])("%j", (script, words, start) => {
    const problems = read(script).problems;
    expect(problems.map((it) => it.rule)).toContain("shell-syntax");
    expect(problems.map((it) => it.message).join("; ")).toContain(words);
    expect(problems[0]!.range.start).toBe(start);
  });

  test("nothing can make it throw", () => {
    const pieces = [
      "${x}",
      "$s.json.a[0]",
      "'",
      '"',
      "`",
      "\\",
      "$(",
      ")",
      "<<'E'\n",
      "E\n",
      "((",
      "))",
      "{",
      "}",
      "[[",
      "]]",
      "\n",
      ";",
      "#",
      "if",
      "case x in",
      "<(",
      "${",
      "😀",
      "$'",
      "=",
      "a",
      " ",
    ];
    let state = 7;
    for (let round = 0; round < 5000; round++) {
      let script = "";
      for (let left = 1 + (round % 14); left > 0; left--) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        script += pieces[(state >>> 8) % pieces.length];
      }
      const { places, text } = read(script);
      for (const place of places) expect(text.parts[place.part]?.kind, script).toMatch(/^(?:arg|ref)$/);
    }
    read("(".repeat(50_000));
    read("$(".repeat(5000) + "${x}");
  });
});
