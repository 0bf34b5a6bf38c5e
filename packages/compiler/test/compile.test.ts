import { compile, compilePipeline, type CompileOptions } from "@lobster-lang/compiler";
import type { Expression, Plan } from "@lobster-lang/plan";
import { describe, expect, it } from "vitest";

const options: CompileOptions = { fileName: "a.lobster" };

/** The plan of a workflow that is expected to be right. */
function planOf(text: string): Plan {
  const { plan, diagnostics } = compile(text, {}, options);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return plan!;
}

/** Rule ids of the errors, each with the text that it points at. */
function errorsOf(text: string): readonly string[] {
  const { plan, diagnostics } = compile(text, {}, options);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(plan === null).toBe(errors.length > 0);
  return errors.map(({ rule, range }) => `${rule}: ${text.slice(range.start, range.end)}`);
}

describe("a file with faults", () => {
  it("gives all of them at once, and no plan", () => {
    const text = `steps:
  - id: a
    run: echo hi
  - id: b
    run: cat
    stdin: $c.stdout
    when: $a.json.n = 3
  - id: b
    run: echo
`;
    expect(errorsOf(text)).toEqual(expect.arrayContaining(["unknown-step: c", "bad-condition: =", "duplicate-id: b"]));
  });

  it("may begin with an empty line", () => {
    expect(errorsOf("\n  |;UB>_c;n")).toEqual(expect.arrayContaining([expect.stringMatching(/^yaml-syntax: /)]));
    expect(errorsOf("\nsteps:\n  - id: a\n   run: date\n")).not.toEqual([]);
  });

  it("of another language gives one finding and no plan", () => {
    const { plan, diagnostics } = compile("on: push\njobs:\n  build:\n    runs-on: x\n    steps: []\n", {}, options);
    expect(plan).toBeNull();
    expect(diagnostics).toHaveLength(1);
  });

  it("can have half a character nowhere, because nothing could store it", () => {
    expect(errorsOf('steps:\n  - id: a\n    run: cat\n    stdin: "\\ud800"\n')).toEqual(['yaml-syntax: "\\ud800"']);
  });
});

describe("the shell of a workflow", () => {
  it.each(["sh", "/bin/dash", "/usr/bin/bash", "busybox", "ksh", "/usr/bin/mksh"])("may be %s", (shell) => {
    expect(errorsOf(withShell(shell))).toEqual([]);
  });

  it.each(["zsh", "/usr/bin/fish", "pwsh", "cmd.exe", "/bin/bash -x"])("cannot be %s", (shell) => {
    expect(errorsOf(withShell(shell))).toEqual([`unsupported-shell: ${shell}`]);
  });

  it("cannot come from a value", () => {
    const text = `args:\n  shell: {default: bash}\n${withShell("${shell}")}`;
    expect(errorsOf(text)).toEqual(["unsupported-shell: ${shell}"]);
  });
});

describe("values in shell text", () => {
  it("become variables, each for its place", () => {
    const plan = planOf(`args:
  file: {default: a b}
steps:
  - id: a
    run: echo '$HOME' "\${file}"
  - id: b
    run: cat '$a.stdout' "\${file}"
`);
    expect(plan.steps[1]!.action).toEqual({
      kind: "shell",
      script: {
        text: `cat ''"\${_LOBSTER_1}"'' "\${LOBSTER_ARG_FILE}"`,
        bindings: [
          { variable: "_LOBSTER_1", value: { ref: { step: "a", path: ["stdout"] } }, type: "text" },
          { variable: "LOBSTER_ARG_FILE", value: { arg: "file" }, type: "text" },
        ],
      },
    });
  });

  it("get a private variable where `env:` changes the argument's own", () => {
    const plan = planOf(`args:
  n: {default: x}
steps:
  - id: a
    run: echo "\${n} $LOBSTER_ARG_N"
    env: {LOBSTER_ARG_N: other}
`);
    expect(plan.steps[0]!.action).toMatchObject({
      script: { text: 'echo "${_LOBSTER_1} $LOBSTER_ARG_N"', bindings: [{ value: { arg: "n" } }] },
    });
  });

  it("keep their names for themselves", () => {
    expect(errorsOf("steps:\n  - id: a\n    run: echo $_LOBSTER_1\n")).toEqual(["value-in-unsafe-place: _LOBSTER_1"]);
  });
});

describe("conditions", () => {
  const ok: Expression = { ref: { step: "a", path: ["json", "ok"] } };

  it("keep the types of literals", () => {
    expect(whenOf("$a.json.ok == 5")).toEqual({ op: "==", left: ok, right: { value: 5 } });
    expect(whenOf("$a.json.ok == '5'")).toEqual({ op: "==", left: ok, right: { value: "5" } });
    expect(whenOf("$a.json.ok == yes")).toEqual({ op: "==", left: ok, right: { value: "yes" } });
    expect(whenOf("$a.json.ok != null")).toEqual({ op: "!=", left: ok, right: { value: null } });
    expect(whenOf("${n} > -1.5")).toEqual({ op: ">", left: { arg: "n" }, right: { value: -1.5 } });
  });

  it("compare with numbers that a plan can hold", () => {
    expect(whenOf("$a.json.ok == -0")).toEqual({ op: "==", left: ok, right: { value: 0 } });
    const huge = "9".repeat(400);
    expect(errorsOf(`steps:\n  - {id: a, run: date}\n  - {id: b, run: date, when: $a.json > ${huge}}\n`)).toEqual([
      `bad-condition: ${huge}`,
    ]);
  });

  it("lose their constants, and a condition that is always true is none", () => {
    expect(whenOf("true && $a.json.ok")).toEqual(ok);
    expect(whenOf("$a.json.ok || true")).toBeNull();
    expect(whenOf("!false")).toBeNull();
    expect(whenOf("true")).toBeNull();
  });

  it("do not fold what is compared", () => {
    expect(whenOf("($a.json.ok && true) == true")).toEqual({
      op: "==",
      left: { op: "and", left: ok, right: { value: true } },
      right: { value: true },
    });
  });
});

describe("an inline pipeline", () => {
  it("is a plan of one step", () => {
    const { plan } = compilePipeline(
      "exec --json --shell 'inbox list --json' | head --n 5 | approve --prompt 'Apply?'",
    );
    expect(plan).toMatchObject({
      kind: "pipeline",
      steps: [{ id: "pipeline", action: { kind: "pipeline" }, gate: null }],
      requires: { commands: ["approve", "exec", "head"], programs: ["inbox"], gates: ["pipeline/3"] },
    });
  });

  it("writes the defaults of its flags out", () => {
    const { plan } = compilePipeline("head | approve");
    expect(plan?.steps[0]?.action).toEqual({
      kind: "pipeline",
      stages: [
        { command: "head", arguments: { n: { number: 10 } } },
        {
          command: "approve",
          arguments: {
            prompt: { text: [{ text: "Approve?" }] },
            emit: { boolean: false },
            "preview-from-stdin": { boolean: false },
            limit: { number: 5 },
          },
        },
      ],
    });
  });

  it("has no references: what looks like one is text", () => {
    const { plan } = compilePipeline(`exec echo '$a.stdout' '\${x}'`);
    expect(plan?.steps[0]?.action).toMatchObject({
      stages: [
        { arguments: { program: { texts: [[{ text: "echo" }], [{ text: "$a.stdout" }], [{ text: "${x}" }]] } } },
      ],
    });
  });

  it("with a fault is no plan", () => {
    const { plan, diagnostics } = compilePipeline("exec date | haed");
    expect(plan).toBeNull();
    expect(diagnostics[0]).toMatchObject({ rule: "unknown-command", range: { start: 12, end: 16 } });
  });
});

/** A workflow under this shell. */
function withShell(shell: string): string {
  return `env:\n  LOBSTER_SHELL: ${shell}\nsteps:\n  - id: a\n    run: echo hi\n`;
}

/** The condition of a step after one called `a`. */
function whenOf(condition: string): Expression | null {
  return planOf(
    `args:\n  n: {default: 1}\nsteps:\n  - {id: a, run: "true"}\n  - id: b\n    run: "true"\n    when: ${JSON.stringify(condition)}\n`,
  ).steps[1]!.when;
}
