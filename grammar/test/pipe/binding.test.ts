import { describe, expect, test } from "vitest";
import { pipelineOf } from "@lobster-lang/grammar";
import { commands } from "@lobster-lang/language";
import { expectOne, faultsOf, mended, offered, stagesOf } from "./reading.ts";

describe("the documented pipelines are silent", () => {
  test.each([
    [
      "exec --json --shell 'inbox list --json' | exec --stdin json --shell 'inbox categorize --json' \\\n" +
        "  | exec --stdin json --shell 'inbox apply --json' | approve --preview-from-stdin --limit 5 --prompt 'Apply changes?'",
    ],
    [
      `gog.gmail.search --query 'newer_than:1d' | openclaw.invoke --tool message --action send --each --item-key message --args-json '{"provider":"telegram","to":"..."}'`,
    ],
    ...commands.flatMap((command) => command.examples.map((example) => [example])),
  ])("%s", (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});

describe("flags are typed by the catalogue (D26)", () => {
  test("a boolean flag takes no word, a valued one takes the next or what follows `=`", () => {
    expect(stagesOf("exec --json echo [1] | sort --desc --key=a.b")).toEqual([
      "exec --json echo [1]",
      "sort --desc --key=a.b",
    ]);
    expect(stagesOf("approve --previewFromStdin --preview-limit 2 --emit=false --no-emit")).toEqual([
      "approve --preview-from-stdin --limit=2 --no-emit --no-emit",
    ]);
  });

  test("a word for a boolean flag", () => {
    expectOne("sort --key v --desc false", "flag-swallows-word false: `--desc` takes no word: write `--desc=false`");
    expect(mended("sort --key v --desc false")).toBe("sort --key v --desc=false");
  });

  test("a missing or wrong value", () => {
    expectOne("approve --prompt | json", "missing-flag-value --prompt: `--prompt` has no value");
    expectOne("head --n", "missing-flag-value --n: `--n` has no value: write a number");
    expectOne("head --n two", "missing-flag-value two: `--n` needs a number, and `two` is none");
    expectOne("head --n=", "missing-flag-value --n=: `--n` needs a number, and an empty text is none");
    expectOne("head --n -1", "missing-flag-value -1: `--n` needs a number from 0 on");
    expectOne("groupBy", "missing-flag-value groupBy: `groupBy` needs `--key`");
    expectOne("exec --stdin yaml cat x", "missing-flag-value yaml: `--stdin` is one of `raw`, `json`, `jsonl`");
    expectOne("approve --prompt '--now'", "missing-flag-value '--now': `'--now'` reads as a flag");
    expect(mended("approve --prompt '--now'")).toBe("approve --prompt='--now'");
  });

  test("a value of the workflow is checked when it runs", () => {
    expect(faultsOf("head --n ${count} | exec --stdin $a.stdout cat")).toEqual([]);
  });

  test("a flag that does not exist", () => {
    expectOne("head --limit 2", "unknown-flag --limit: `head` has no flag `--limit`: write `--n`");
    expect(mended("head --limit 2")).toBe("head --n 2");
    expect(mended("sort --by date")).toBe("sort --key date");
    expectOne("approve --promt hi", "unknown-flag --promt: `approve` has no flag `--promt`: write `--prompt`");
    expect(offered("approve --promt hi")).toBe("approve --prompt hi");
    expectOne("where --field n --value ann", "unknown-flag --field: `where` has no flag `--field`");
    expectOne("head --${x} 2", "unknown-flag --${x}: `--${x}`: the name of a flag cannot come from a value");
  });

  test("a flag that stands twice", () => {
    expectOne("head --n 1 --n 2", "repeated-flag (warning) --n 2: ");
  });
});

describe("words that a stage has no use for (D28)", () => {
  test("become the flag that was meant", () => {
    expectOne("head 2", "extra-positional 2: `head` takes `2` by a flag: write `head --n 2`");
    expect(mended("head 2")).toBe("head --n 2");
    expect(mended("head -n 2")).toBe("head --n 2");
    expect(mended("head -5")).toBe("head --n 5");
    expect(mended("sort -k date -r")).toBe("sort --key date --desc");
    expect(mended("sort --desc v")).toBe("sort --desc --key v");
    expect(mended("groupBy from | dedupe id")).toBe("groupBy --key from | dedupe --key id");
    expect(mended("approve Apply all changes?")).toBe("approve --prompt 'Apply all changes?'");
  });

  test("are reported where none was", () => {
    expectOne("json .foo", "extra-positional .foo: `json` has no use for `.foo`");
    expectOne("template --text a b", "extra-positional b: `--text` gives the text");
    expectOne("exec --shell 'a b' c", "extra-positional c: `exec` runs the text of `--shell`");
  });
});

describe("exec (D27)", () => {
  test("unknown options belong to the program", () => {
    expect(stagesOf("exec git log --oneline -3")).toEqual(["exec git log --oneline -3"]);
    expect(faultsOf("exec git log --oneline -3")).toEqual([]);
  });

  test("`--` ends exec's own; one after the program is the program's", () => {
    expect(stagesOf("exec --json -- gh pr list --json title")).toEqual(["exec --json gh pr list --json title"]);
    expect(stagesOf("exec git checkout -- file --json")).toEqual(["exec git checkout -- file --json"]);
  });

  test("exec's own flag after the program still counts, with a warning", () => {
    expect(stagesOf("exec echo [1,2] --json")).toEqual(["exec echo [1,2] --json"]);
    expectOne(
      "exec echo [1,2] --json",
      "flag-swallows-word (warning) --json: `--json` is taken by `exec`, not by `echo`",
    );
    expect(offered("exec echo [1,2] --json")).toBe("exec -- echo [1,2] --json");
    expect(pipelineOf("exec echo [1,2] --json").stages[0]!.bound.at(-1)).toMatchObject({ flag: "json", form: "flag" });
  });

  test("a single word with blanks runs through the shell", () => {
    const [argument] = pipelineOf("exec 'echo a b'").stages[0]!.bound;
    expect(argument).toMatchObject({ flag: "shell", content: { kind: "shell" } });
  });

  test("nothing to run, a mode left out", () => {
    expectOne("exec --json", "pipeline-syntax exec: `exec` has nothing to run");
    expectOne("exec --stdin cat", "flag-swallows-word cat: `--stdin` takes `cat` as its mode");
    expect(offered("exec --stdin jq .")).toBe("exec --stdin json jq .");
  });

  test("shell text keeps its references and its places", () => {
    const text = "exec --shell 'echo \"$a.json.x\" it\\'s ${who}'";
    const { content } = pipelineOf(text).stages[0]!.bound[0]!;
    if (content?.kind !== "shell") throw new Error("no shell text");
    expect(content.text.source.text).toBe(`echo "$a.json.x" it's \${who}`);
    for (const part of content.text.parts.filter(({ kind }) => kind === "ref" || kind === "arg")) {
      const written = content.text.source.text.slice(part.span.start, part.span.end);
      expect(text.slice(part.range.start, part.range.end)).toBe(written);
    }
  });

  test("an escaped dollar in double quotes is the inner shell's", () => {
    const { content } = pipelineOf(String.raw`exec --shell "for f in *; do echo \$f.bak; done"`).stages[0]!.bound[0]!;
    if (content?.kind !== "shell") throw new Error("no shell text");
    expect(content.text.source.text).toBe("for f in *; do echo $f.bak; done");
    expect(content.text.parts.map(({ kind }) => kind)).toEqual(["literal", "escaped", "literal"]);
  });
});

describe("the order of stages", () => {
  test("an exec that drops its input", () => {
    const text = "exec --json --shell 'inbox list' | exec jq .";
    expectOne(text, "exec-discards-input exec: this `exec` does not read the items before it");
    expect(offered(text)).toBe("exec --json --shell 'inbox list' | exec --stdin json jq .");
  });

  test("after a gate that may be meant: a warning", () => {
    expectOne("exec ls | approve --prompt Go | exec rm x", "exec-discards-input (warning) exec: ");
  });

  test("a stage behind the end of the data", () => {
    expectOne(
      "exec ls | json | head --n 1 | table",
      "stage-after-renderer head: `head` gets nothing: `json` before it",
    );
    expect(offered("exec ls | json | head --n 1")).toBe("exec ls | head --n 1");
  });
});

describe("stages that do not exist", () => {
  test("a near name or another language's", () => {
    expectOne("group_by --key n", "unknown-command group_by: there is no stage `group_by`: write `groupBy`");
    expect(mended("group_by --key n")).toBe("groupBy --key n");
    expect(offered("filter a=1")).toBe("where a=1");
    expectOne("tempalte x", "unknown-command tempalte: there is no stage `tempalte`: write `template`");
  });

  test("a program", () => {
    expectOne(
      "exec ls | jq -r .x",
      "unknown-command jq: `jq` is a program, not a stage: write `exec --stdin json jq -r .x`",
    );
    expect(offered("exec ls | jq -r .x")).toBe("exec ls | exec --stdin json jq -r .x");
    expect(offered("echo hi")).toBe("exec echo hi");
    expectOne(
      "my-tool x",
      "unknown-command my-tool: there is no stage `my-tool`; a program is started with `exec my-tool …`",
    );
  });

  test("a value or nothing as a name", () => {
    expectOne("${cmd} x", "unknown-command ${cmd}: `${cmd}`: a stage's name cannot come from a value");
    expectOne("'' x", "unknown-command '': the name of the stage is empty");
  });
});

test("a fault in one stage keeps the other stages and their faults", () => {
  const text = "jq . | head 2 | where a === 1 | pick a, b | exec 'x";
  expect(faultsOf(text).map((fault) => fault.split(" ")[0])).toEqual([
    "unknown-command",
    "extra-positional",
    "where-syntax",
    "pick-syntax",
    "exec-discards-input",
    "pipeline-syntax",
  ]);
});
