import { describe, expect, test } from "vitest";
import { formatWorkflow } from "../../src/format/format-workflow.ts";

/** The formatted text; formatting it again must change nothing. */
function formatted(text: string): string {
  const first = formatWorkflow(text);
  if (first.kind !== "formatted") throw new Error(`${first.kind}: ${JSON.stringify(first)}`);
  const second = formatWorkflow(first.text);
  expect(second).toEqual(first);
  return first.text;
}

describe("the order of keys", () => {
  test("of the file and of steps, with the comments above them and the empty lines", () => {
    const text = `# The whole file
steps:
  # first
  - id: a
    when: true
    # what it does
    run: echo a

  - run: echo b # said
    id: b

# what it is
name: x
`;
    expect(formatted(text)).toBe(`# The whole file

# what it is
name: x
steps:
  # first
  - id: a
    # what it does
    run: echo a
    when: true

  - id: b
    run: echo b # said
`);
  });

  test("stays where a comment would have to stand behind the dash", () => {
    const text = "steps:\n  - run: echo\n    # named\n    id: a\n";
    expect(formatted(text)).toBe(text);
  });

  test("stays where a name must stand above what repeats it", () => {
    const text = "steps:\n  - run: &r echo\n    id: a\n  - run: *r\n    id: b\n";
    expect(formatted(text)).toBe(text);
  });

  test("puts keys that are no fields behind the key that they stood behind", () => {
    const text = "steps:\n  - x-a: 1\n    run: echo\n    x-b: 2\n    id: a\n    x-c: 3\n";
    expect(formatted(text)).toBe("steps:\n  - x-a: 1\n    id: a\n    x-c: 3\n    run: echo\n    x-b: 2\n");
  });

  test("leaves maps alone whose keys are the author's", () => {
    const text = "env:\n  B: 1\n  A: 2\nsteps:\n  - id: a\n    run: echo\n    stdin: { name: x, id: y }\n";
    expect(formatted(text)).toBe(text);
  });

  test("takes comments along that stand deeper", () => {
    const text = "steps:\n  - env:\n      A: 1\n      # B: 2\n    id: a\n    run: echo\n";
    expect(formatted(text)).toBe("steps:\n  - id: a\n    run: echo\n    env:\n      A: 1\n      # B: 2\n");
  });
});

describe("indentation", () => {
  test("is two spaces a level, lists included; lines of a block stay among each other", () => {
    const text = `steps:
-   id: a
    run: |
            if x; then
              y

            fi
    env:
        # one
        A: 1
-   id: b
    parallel:
       branches:
       - id: c
         run: >-
           one
           two
`;
    expect(formatted(text)).toBe(`steps:
  - id: a
    run: |
      if x; then
        y

      fi
    env:
      # one
      A: 1
  - id: b
    parallel:
      branches:
        - id: c
          run: >-
            one
            two
`);
  });

  test("moves the lines of long values with their first", () => {
    const text =
      'steps:\n    - id: a\n      run: echo one\n        two\n      env: {A: 1,\n        B: 2}\n      cwd: "x:\n        y"\n';
    expect(formatted(text)).toBe(
      'steps:\n  - id: a\n    run: echo one\n      two\n    env: {A: 1,\n      B: 2}\n    cwd: "x:\n      y"\n',
    );
  });

  test("keeps blocks with a digit or `+`, and empty lines at their ends", () => {
    const text =
      "steps:\n    - id: a\n      run: |2\n          x\n        y\n    - id: b\n      stdin: |+\n        z\n\n\n    - id: c\n      run: echo\n";
    expect(formatted(text)).toBe(
      "steps:\n  - id: a\n    run: |2\n        x\n      y\n  - id: b\n    stdin: |+\n      z\n\n\n  - id: c\n    run: echo\n",
    );
  });

  test("leaves a file in brackets as it is", () => {
    const text = '{\n    "steps": [\n  {"id": "a", "run": "echo"}\n ]\n}\n';
    expect(formatted(text)).toBe(text);
  });
});

describe("scalars", () => {
  test("lose quotes that say nothing, and keep those that say something", () => {
    const lines = [
      ["run: 'echo hi'", "run: echo hi"],
      ['run: "echo \\"hi\\""', 'run: echo "hi"'],
      ["'run': echo", "run: echo"],
      ["run: 'true'", "run: 'true'"],
      ["run: 'yes'", "run: 'yes'"],
      ["run: '12'", "run: '12'"],
      ["run: 'a: b'", "run: 'a: b'"],
      ["run: 'a #b'", "run: 'a #b'"],
      ["run: 'echo '", "run: 'echo '"],
      ["run: '[ -f x ]'", "run: '[ -f x ]'"],
      ["run: '!x'", "run: '!x'"],
      ['run: "a\\u00adb"', 'run: "a\\u00adb"'],
      ["run:   echo", "run: echo"],
    ] as const;
    for (const [before, after] of lines) {
      expect(formatted(`steps:\n  - id: a\n    ${before}\n`)).toBe(`steps:\n  - id: a\n    ${after}\n`);
    }
  });

  test("a command of several lines in quotes becomes a block", () => {
    const text = 'steps:\n  - id: a\n    run: "one\\n\\n  two\\n" # note\n  - id: b\n    pipeline: "head |\\n json"\n';
    expect(formatted(text)).toBe(
      "steps:\n  - id: a\n    run: | # note\n      one\n\n        two\n  - id: b\n    pipeline: |-\n      head |\n       json\n",
    );
  });

  test("stays in quotes where a block cannot say it, and where it is no command", () => {
    for (const line of ['run: " x\\ny"', 'run: "x\\n\\n"', 'run: "x\\ry\\nz"', 'stdin: "a\\nb"']) {
      const text = `steps:\n  - id: a\n    ${line}\n`;
      expect(formatted(text)).toBe(text);
    }
  });
});

describe("bytes", () => {
  test("line ends and byte order mark stay; the last line ends", () => {
    expect(formatted("\uFEFFsteps:\r\n- id: a\r\n  run: |\r\n    x\r\n    y")).toBe(
      "\uFEFFsteps:\r\n  - id: a\r\n    run: |\r\n      x\r\n      y\r\n",
    );
  });

  test("blanks at line ends and empty lines at the end go, not those inside of texts", () => {
    expect(formatted("steps:  \n  - id: a\n    run: |\n      x  \n  \n\n")).toBe(
      "steps:\n  - id: a\n    run: |\n      x  \n",
    );
  });
});

test("a file with a fault of YAML is not touched", () => {
  expect(formatWorkflow('steps:\n  - id: a\n    run: "x\n')).toMatchObject({ kind: "faulty" });
  expect(formatWorkflow("steps:\n  - id: a\n    id: b\n")).toMatchObject({ kind: "faulty" });
});

test("a file that is no workflow is not touched", () => {
  expect(formatWorkflow("services:\n    web: {image: x}\n")).toMatchObject({ kind: "foreign" });
});
