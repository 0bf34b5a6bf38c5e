import { describe, expect, test } from "vitest";
import { pipelineOf } from "@lobster-lang/grammar";
import { expectOne, faultsOf, mended, stagesOf } from "./reading.ts";

const pipeline = (stages: number) => `exec ls${" | head".repeat(stages - 1)}`;

test("a pipeline has up to 1,000 stages; one with more says so once, at the first that is too many", () => {
  expect(faultsOf(pipeline(1000))).toEqual([]);
  const faults = pipelineOf(pipeline(20_000)).problems;
  expect(faults.map(({ message, range }) => [message, range.start])).toEqual([
    [
      "a pipeline has at most 1000 stages, and here are 20000: split it over several steps",
      pipeline(1000).length + " | ".length,
    ],
  ]);
});

describe("words and quotes", () => {
  test("quotes vanish, glued pieces are one word, a pipe in quotes is text", () => {
    expect(stagesOf(`exec echo x"y z"w 'a|b'`)).toEqual(["exec echo «xy zw» a|b"]);
  });

  test('in single quotes only an apostrophe is escaped; in double quotes " \\ $ and `', () => {
    expect(stagesOf(String.raw`exec echo 'it\'s \n \\ x'`)).toEqual([String.raw`exec echo «it's \n \\ x»`]);
    expect(stagesOf(String.raw`exec echo "a\"b\\c\$d\n"`)).toEqual([String.raw`exec echo a"b\c$d\n`]);
    expect(stagesOf('exec echo "a\\\nb"')).toEqual(["exec echo ab"]);
  });

  test("a single-quoted text may end in a backslash (D25)", () => {
    expect(stagesOf(String.raw`exec --shell 'echo C:\temp\' | json`)).toEqual([
      String.raw`exec --shell=«echo C:\temp\»`,
      "json",
    ]);
    expect(stagesOf(String.raw`exec echo 'C:\' 'D:\' | head --n 1`)).toEqual([
      String.raw`exec echo C:\ D:\ `.trim(),
      "head --n=1",
    ]);
    expect(stagesOf(String.raw`exec echo 'C:\\' 'x'`)).toEqual([String.raw`exec echo C:\\ x`]);
  });

  test("what the original reads as an apostrophe stays one", () => {
    expect(stagesOf(String.raw`exec echo 'dogs\' bowls' x`)).toEqual(["exec echo «dogs' bowls» x"]);
  });

  test("the POSIX idiom for an apostrophe works (D25)", () => {
    expect(stagesOf(String.raw`exec echo 'it'\''s' ok`)).toEqual(["exec echo it's ok"]);
    expect(stagesOf(`exec echo 'it'"'"'s'`)).toEqual(["exec echo it's"]);
  });

  test("empty words are kept (D25, R041)", () => {
    expect(stagesOf(`exec echo '' "" tail`)).toEqual(["exec echo «» «» tail"]);
    expect(stagesOf(`approve --prompt "" --emit`)).toEqual(["approve --prompt=«» --emit"]);
  });

  test("a backslash outside quotes is a letter, and at a line's end it continues the line (D41)", () => {
    expect(stagesOf(String.raw`exec echo b\ c`)).toEqual([String.raw`exec echo b\ c`]);
    expect(stagesOf("exec echo hi \\\n  | head \\\r\n --n 1")).toEqual(["exec echo hi", "head --n=1"]);
    expect(faultsOf("exec echo hi \\\n  | head")).toEqual([]);
  });

  test("a blank after the continuing backslash is found", () => {
    const text = "exec echo hi \\  \n  there";
    expectOne(text, "pipeline-syntax   : a blank stands after the `\\`");
    expect(mended(text)).toBe("exec echo hi \\\n  there");
  });

  test("other blanks are letters: no-break space and form feed", () => {
    expect(stagesOf("exec a\u00a0b c\fd")).toEqual(["exec «a\u00a0b» «c\fd»"]);
  });
});

describe("values of the workflow fill exactly the word they stand in (D2)", () => {
  test("in bare words and in both kinds of quotes", () => {
    expect(stagesOf(`exec echo $a.json.x '\${who} b' "$a.stdout"`)).toEqual([
      "exec echo result(a/json/x) «argument(who) b» result(a/stdout)",
    ]);
  });

  test("a key in brackets keeps its quotes and blanks together", () => {
    expect(stagesOf(`exec echo $a.json["first name"] b`)).toEqual(["exec echo «result(a/json/first name)» b"]);
  });

  test("no reference crosses a quote", () => {
    expect(stagesOf(`exec echo $a."json"`)).toEqual(["exec echo $a.json"]);
  });

  test("an escaped dollar makes it text (D44)", () => {
    expect(stagesOf(String.raw`exec echo $$a.json '\$a.json' "\$a.json" "\\$a.json"`)).toEqual([
      String.raw`exec echo literally($a.json) literally($a.json) literally($a.json) \result(a/json)`,
    ]);
  });
});

test("words know their places in the source, behind escapes too", () => {
  const text = String.raw`exec echo 'it\'s "here"'`;
  const word = pipelineOf(text).stages[0]!.words[1]!;
  expect(word.text).toBe(`it's "here"`);
  const { range } = word.rangeOf(2, 4);
  expect(text.slice(range.start, range.end)).toBe(String.raw`\'s`);
  const here = word.rangeOf(6, 10).range;
  expect(text.slice(here.start, here.end)).toBe("here");
});

describe("faults of the text", () => {
  test("an open quote is marked, and the stages before it keep their meaning", () => {
    expectOne("head --n 1 | exec --stdin raw echo 'x", "pipeline-syntax ': this quote is never closed");
    expect(stagesOf("head --n 1 | exec --stdin raw echo 'x")).toEqual(["head --n=1", "exec --stdin=raw echo x"]);
    expectOne("template It's {{.}}", "pipeline-syntax ': this apostrophe opens a quote");
    expectOne(String.raw`exec echo it\'s`, "pipeline-syntax ': outside of quotes a backslash protects nothing");
  });

  test("empty texts and stages", () => {
    expectOne("", "pipeline-syntax : the pipeline is empty");
    expectOne(" \n", "pipeline-syntax  \n: the pipeline is empty");
    expectOne("head | | table", "pipeline-syntax |: a stage is missing at this `|`");
    expectOne("| head", "pipeline-syntax |: a stage is missing");
    expectOne("head |", "pipeline-syntax (warning) |: nothing follows this `|`");
    expect(mended("head |")).toBe("head ");
  });

  test("comments", () => {
    expectOne("exec ls # the list\n| head", "comment-in-pipeline # the list: a pipeline has no comments");
    expect(stagesOf("# all of them\nexec ls | head")).toEqual(["exec ls", "head"]);
    expect(faultsOf("exec gh issue view #12 | json")).toEqual([]);
    expect(faultsOf("exec grep '# x'")).toEqual([]);
  });

  test("what a shell would understand", () => {
    expectOne("exec a && exec b", "shell-in-pipeline &&: `&&`: a pipeline has one line of stages");
    expectOne("exec a; exec b", "shell-in-pipeline ;: ");
    expectOne("exec ls > out.txt", "shell-in-pipeline >: `>`: a pipeline cannot write files");
    expectOne("exec ls 2>/dev/null", "shell-in-pipeline 2>/dev/null: ");
    expectOne("exec a || exec b", "shell-in-pipeline ||: ");
    expectOne("exec echo $(date)", "shell-in-pipeline $(date): ");
    expectOne("exec echo `date`", "shell-in-pipeline `date`: ");
    expectOne('approve --prompt "On $(date)?"', "shell-in-pipeline (warning) $(date): ");
    expectOne("exec echo $HOME", "shell-in-pipeline (warning) $HOME: ");
  });

  test("the same in text for a shell, for a template or in single quotes is no fault", () => {
    for (const text of [
      "exec --shell 'a && b > c; echo $(date) $HOME'",
      'exec --shell "echo $(date) $HOME"',
      'exec "echo $(date)"',
      "template Fish & Chips <b>{{x}}</b>",
      "approve --prompt 'Costs $(5)?'",
      "where 'a > 5'",
      'exec sh -c "echo $(date)"',
    ]) {
      expect(faultsOf(text)).toEqual([]);
    }
  });

  test("a template without quotes is cut by its own `|`", () => {
    const text = "template Hi {{name | upper}} | head --n 1";
    expectOne(text, "template-syntax {{name | upper}}: the `|` inside `{{ }}` ends the stage");
    expect(mended(text)).toBe("template Hi '{{name | upper}}' | head --n 1");
  });
});
