import { describe, expect, test } from "vitest";
import { readArguments, wholeNumber } from "../src/arguments.ts";
import { described } from "../src/verb-table.ts";

const run = described("run");
const resume = described("resume");

describe("options", () => {
  test("take their value after a blank or an equals sign", () => {
    expect(readArguments(run, ["--mode", "tool", "a.lobster"]).value("mode")).toBe("tool");
    const args = readArguments(run, ['--args-json={"a":"b=c"}', "a.lobster"]);
    expect(args.value("args-json")).toBe('{"a":"b=c"}');
    expect(args.positionals).toEqual(["a.lobster"]);
  });

  test("that are repeatable are kept in order", () => {
    expect(readArguments(run, ["--arg", "a=1", "x.lobster", "--arg=b=-2"]).values("arg")).toEqual(["a=1", "b=-2"]);
  });

  test("end at `--`", () => {
    expect(readArguments(run, ["--", "--mode"]).positionals).toEqual(["--mode"]);
  });

  test.each([
    [["--argsJson", "{}"], "`lobster run` has no option `--argsJson`: write `--args-json`"],
    [["--var", "a=b"], "`lobster run` has no option `--var`: write `--arg NAME=VALUE`"],
    [["--input", "a=b"], "`lobster run` has no option `--input`: write `--arg NAME=VALUE`"],
    [["--mod", "tool"], "`lobster run` has no option `--mod`: write `--mode`"],
    [["--zzz"], "`lobster run` has no option `--zzz`: `lobster help run` lists its options"],
    [["--constructor"], "`lobster run` has no option `--constructor`: `lobster help run` lists its options"],
    [["--__proto__"], "`lobster run` has no option `--__proto__`: `lobster help run` lists its options"],
    [["--mode", "toool"], "`--mode` is one of `tool`, `human`, not `toool`: write `tool`"],
    [["--mode"], "`--mode` needs a value: `--mode tool|human`"],
    [["--args-json", "--dry-run"], "`--args-json` needs a value: `--args-json JSON`"],
    [["--file", "a", "--file", "b"], "`--file` is given twice"],
    [["--dry-run=false"], "`--dry-run` takes no value"],
  ])("that are wrong are explained: %j", (words, message) => {
    expect(() => readArguments(run, words)).toThrow(message);
  });

  test("with an optional value take only a word that can be one", () => {
    expect(readArguments(resume, ["--cancel", "--id", "x"]).has("cancel")).toBe(true);
    expect(readArguments(resume, ["--cancel", "no"]).value("cancel")).toBe("no");
    expect(readArguments(resume, ["--cancel", "elsewhere"]).positionals).toEqual(["elsewhere"]);
  });

  test("by an older name are the same option", () => {
    expect(readArguments(resume, ["--decision", "YES"]).value("approve")).toBe("YES");
  });

  test("that are numbers are whole and not below their minimum", () => {
    expect(wholeNumber(readArguments(run, ["--timeout", "250"]), "timeout", 1)).toBe(250);
    for (const text of ["0", "-3", "1.5", "1e3", "soon", "", "2147483648"]) {
      expect(() => wholeNumber(readArguments(run, [`--timeout=${text}`]), "timeout", 1)).toThrow(
        `\`--timeout\` is a whole number from 1 to 2147483647, not \`${text}\``,
      );
    }
  });
});
