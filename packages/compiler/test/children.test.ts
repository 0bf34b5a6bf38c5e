import { auditPlan, checkFile, compile, compileCheck, formatPlan, type Compiled } from "@lobster-lang/compiler";
import { childKey, readPlan, type Plan } from "@lobster-lang/plan";
import { describe, expect, it } from "vitest";
import { folderOf } from "./called-in-memory.ts";

type Files = { readonly [name: string]: string };

function compiled(
  files: Files,
  more: { readonly limits?: { readonly workflowDepth?: number; steps?: number } } = {},
): Compiled {
  return compile(files["main.lobster"]!, folderOf(files), { fileName: "main.lobster", ...more });
}

function planOf(files: Files): Plan {
  const { plan, diagnostics, called } = compiled(files);
  if (plan === null)
    throw new Error(
      [diagnostics, ...called.map((file) => file.diagnostics)]
        .flat()
        .map(({ message }) => message)
        .join("\n"),
    );
  expect(readPlan(formatPlan(plan))).toEqual({ plan });
  expect(auditPlan(plan)).toEqual([]);
  return plan;
}

/** `text: message` for each finding of the file itself. */
function said(files: Files, more: Parameters<typeof compiled>[1] = {}): readonly string[] {
  const text = files["main.lobster"]!;
  return compiled(files, more).diagnostics.map(
    ({ rule, range, message }) => `${rule}: ${text.slice(range.start, range.end)}: ${message}`,
  );
}

const calls = (path: string, more = "") => `steps:\n  - id: c\n    workflow: ${path}\n${more}`;
const leaf = `args: {who: {default: anon}}
steps:
  - id: write
    run: draft --to "\${who}" "$MAIL_KEY" "$TEAM"
  - id: ask
    approval: Send to \${who}?
    stdin: $write.json
  - id: store
    pipeline: state.set last
    stdin: $write.json
`;

const twice = (n: number) => `steps:\n  - {id: a, workflow: ${n}.lobster}\n  - {id: b, workflow: ${n}.lobster}\n`;

const main = (path: string) => ({ "main.lobster": calls(path) });

describe("a workflow that calls others", () => {
  const files = {
    "main.lobster": `args: {team: {type: array, default: [a]}}
env: {TEAM: red}
steps:
  - id: one
    workflow: ./sub/../sub/middle.lobster
  - id: two
    workflow: leaf.lobster
    workflow_args: {who: "of \${team}"}
    env: {MAIL_KEY: x}
`,
    "sub/middle.lobster": calls("../leaf.lobster"),
    "leaf.lobster": leaf,
  };

  it("holds each of them once, by its content, and says how it names them", () => {
    const plan = planOf(files);
    const [one, two] = plan.steps.map(({ action }) => (action?.kind === "workflow" ? action : null));
    expect(one!.file).toBe("sub/middle.lobster");
    expect(two).toMatchObject({
      file: "leaf.lobster",
      args: [{ name: "who", value: { text: [{ text: "of " }, { arg: "team" }] } }],
    });
    expect(Object.keys(plan.children!).toSorted()).toEqual([one!.child, two!.child].toSorted());
    for (const [key, child] of Object.entries(plan.children!)) expect(childKey(child)).toBe(key);
  });

  it("requires what they require, by the way that leads there", () => {
    expect(planOf(files).requires).toEqual({
      commands: ["state.set"],
      programs: ["draft"],
      // Of the two places where it is run, one does not set it.
      environment: ["MAIL_KEY"],
      gates: ["one/c/ask", "two/ask"],
      network: [],
    });
  });

  it("gives a child the same key wherever it lies, and whatever its comments say", () => {
    const elsewhere = { "main.lobster": calls("deep/er/x.yaml"), "deep/er/x.yaml": `# a copy\n${leaf}` };
    const keys = Object.keys(planOf(elsewhere).children!);
    expect(Object.keys(planOf(files).children!)).toEqual(expect.arrayContaining(keys));
  });

  it("says where the parts of each came from, and nothing of the machine", () => {
    const { source, children } = planOf(files);
    const [key] = Object.entries(children!).find(([, child]) => child.steps.length === 3)!;
    const from = source!.children![key]!;
    expect(from.file).toBe("leaf.lobster");
    const { start, end } = from.ranges["/steps/1/gate"]!;
    expect(leaf.slice(start, end)).toBe("approval: Send to ${who}?");
    expect(
      compile(files["main.lobster"], folderOf(files), { fileName: "main.lobster", source: false }).plan,
    ).not.toHaveProperty("source");
  });

  it("cannot hide in its plan what a child starts or reads", () => {
    const plan = planOf(files);
    const requires = { ...plan.requires, programs: [], environment: [] };
    expect(auditPlan({ ...plan, requires })).toEqual([
      "requires, programs: does not name `draft`",
      "requires, environment: does not name `MAIL_KEY`",
    ]);
  });

  it("is stale when a child changed: the step is named", () => {
    const committed = formatPlan(planOf(files));
    const complaint = (changed: Files) => {
      const result = compileCheck(committed, changed["main.lobster"]!, folderOf(changed), { fileName: "main.lobster" });
      return result.fresh ? "" : result.message;
    };
    expect(complaint(files)).toBe("");
    expect(complaint({ ...files, "leaf.lobster": leaf.replace("Send to", "Post to") })).toContain(
      "source compiles to: step `one/c/ask` differs, step `two/ask` differs; compile it again",
    );
    expect(complaint({ ...files, "leaf.lobster": leaf.replace("anon", "nobody") })).toContain("step `one/c` differs");
    expect(complaint({ ...files, "leaf.lobster": `# new\n${leaf}` })).toContain(
      "its `source` section is of an older text",
    );
    expect(complaint({ "main.lobster": files["main.lobster"], "leaf.lobster": leaf })).toContain(
      "does not compile any more",
    );
  });
});

describe("the file that a step calls", () => {
  it.each<[string, Files, string]>([
    ["is not there", main("./nope.lobster"), "child-workflow: ./nope.lobster: there is no file `./nope.lobster`"],
    [
      "depends on a value",
      { "main.lobster": `args: {t: {default: a}}\n${calls("./${t}.lobster")}` },
      "child-workflow: ./${t}.lobster: the file that a step calls is read before anything runs, so its name cannot depend on a value: write the name itself, and choose by `when:`",
    ],
    [
      "calls itself",
      main("main.lobster"),
      "child-workflow: main.lobster: `main.lobster` would call itself for ever: `main.lobster` calls `main.lobster`",
    ],
    [
      "calls its caller",
      { ...main("a.lobster"), "a.lobster": calls("b.lobster"), "b.lobster": calls("./a.lobster") },
      "child-workflow: a.lobster: `a.lobster` has an error, so nothing runs: `b.lobster`, line 3, column 15: `a.lobster` would call itself for ever: `a.lobster` calls `b.lobster` calls `a.lobster`",
    ],
    [
      "is of another language",
      { ...main("a.yaml"), "a.yaml": "on: push\njobs: {a: {runs-on: x, steps: [{run: y}]}}\n" },
      "child-workflow: a.yaml: `a.yaml` is no workflow that can run: ",
    ],
    [
      "has faults",
      {
        ...main("a.lobster"),
        "a.lobster": "steps:\n  - id: x\n    run: echo $gone.stdout\n  - {id: y, run: z, timeout: 5}\n",
      },
      "child-workflow: a.lobster: `a.lobster` has 2 errors, so nothing runs: line 3, column 16: no step `gone` in this file",
    ],
    [
      "has faults further down",
      {
        ...main("a.lobster"),
        "a.lobster": calls("b.lobster"),
        "b.lobster": "steps:\n  - id: x\n    run: echo $gone.stdout\n",
      },
      "child-workflow: a.lobster: `a.lobster` has an error, so nothing runs: `b.lobster`, line 3, column 16: no step `gone` in this file",
    ],
    [
      "is outside",
      main("../a.lobster"),
      "child-workflow: ../a.lobster: `../a.lobster` is outside of `the folder`: a workflow may call only files in its own folder and below; move it there, or name the folder of both in LOBSTER_WORKFLOW_ROOT",
    ],
  ])("%s", (_, files, message) => {
    expect(said(files)).toEqual([expect.stringContaining(message)]);
    expect(compiled(files).plan).toBeNull();
  });

  it("is read in the places where it stands in the file, blanks around it aside", () => {
    const text = "steps:\n  - id: a\n    workflow: |-  # pinned\n\n      ./child.lobster\n";
    const { diagnostics } = compiled({ "main.lobster": text });
    expect(diagnostics.map(({ range }) => [range.start, range.end])).toEqual([
      [text.indexOf("./child"), text.indexOf("./child") + "./child.lobster".length],
    ]);
    expect(planOf({ "main.lobster": text, "child.lobster": leaf }).steps[0]!.action).toMatchObject({
      file: "child.lobster",
    });
  });

  it("is named with its own findings, once, however often it is called", () => {
    const both = "steps:\n  - {id: a, workflow: x.lobster}\n  - {id: b, workflow: ./x.lobster}\n";
    const { called, diagnostics } = compiled({
      "main.lobster": both,
      "x.lobster": "steps:\n  - id: x\n    run: echo $gone.stdout\n",
    });
    expect(diagnostics).toHaveLength(2);
    expect(called.map(({ name, diagnostics: found }) => [name, found.map(({ rule }) => rule)])).toEqual([
      ["x.lobster", ["unknown-step"]],
    ]);
  });

  it("cannot be read where nobody reads files", () => {
    const { diagnostics } = compile(calls("x.lobster"), {}, { fileName: null });
    expect(diagnostics.map(({ message }) => message)).toEqual(["`x.lobster` cannot be read: no files are read here"]);
  });

  it("may call others, but not without end: the limits name their settings", () => {
    const chain: { [name: string]: string } = {
      "main.lobster": calls("1.lobster"),
      "4.lobster": "steps: [{id: x, run: y}]",
    };
    for (const n of [1, 2, 3]) chain[`${n}.lobster`] = calls(`${n + 1}.lobster`);
    expect(said(chain, { limits: { workflowDepth: 4 } })).toEqual([]);
    expect(said(chain, { limits: { workflowDepth: 3 } })).toEqual([
      expect.stringContaining(
        "workflows call each other more than 3 levels deep (the limit LOBSTER_MAX_WORKFLOW_DEPTH)",
      ),
    ]);
    const wide: { [name: string]: string } = { "0.lobster": "steps: [{id: x, run: y}]" };
    for (let n = 1; n < 15; n++) wide[`${n}.lobster`] = twice(n - 1);
    const start = performance.now();
    expect(said({ ...wide, "main.lobster": twice(14) }, { limits: { steps: 1000 } })).toEqual([
      expect.stringContaining("the limit LOBSTER_MAX_STEPS"),
      expect.stringContaining("the limit LOBSTER_MAX_STEPS"),
    ]);
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it("that is missing can be left for later in a check, and then the rest is still judged", () => {
    const options = { fileName: "main.lobster", missingWorkflows: "warning" } as const;
    const found = (files: Files) =>
      checkFile(files["main.lobster"]!, folderOf(files), options).diagnostics.map(
        ({ severity, message }) => `${severity}: ${message}`,
      );
    expect(found(main("../x.lobster"))).toEqual([expect.stringContaining("error: ")]);
    expect(found(main("x.lobster"))).toEqual(["warning: there is no file `x.lobster`"]);
    const files = {
      "main.lobster": calls("a.lobster", "    workflow_args: {x: 1}\n"),
      "a.lobster": calls("gone.lobster"),
    };
    expect(found(files)).toEqual(["error: `a.lobster` has no argument `x`: it declares none"]);
  });
});

describe("what a step gives to the workflow that it calls", () => {
  const declared = `args:
  name: {description: who it is for}
  count: {type: integer, default: 1}
  tags: {type: array, default: []}
  level: {enum: [low, high], default: low}
  dry: {type: boolean, required: false}
steps: [{id: x, run: 'echo "\${name}"'}]
`;
  const given = (args: string) =>
    said({
      "main.lobster": `args: {t: {default: a}}\nsteps:\n  - id: s\n    run: x\n  - id: c\n    workflow: a.lobster\n    workflow_args: ${args}\n`,
      "a.lobster": declared,
    });

  it.each([
    "{name: bob}",
    "{name: bob, count: 3, tags: [a], level: high, dry: true}",
    // What comes from outside is read the same way.
    '{name: 5, count: "3", dry: "true"}',
    "{name: $s.json, count: $s.json.n, tags: $s.json, level: $s.stdout, dry: $s.json.dry}",
    '{name: "${t} and $s.stdout", count: "${t}", tags: "${t}"}',
  ])("fits: %s", (args) => expect(given(args)).toEqual([]));

  it.each([
    [
      "{}",
      "child-workflow: a.lobster: `a.lobster` needs the argument `name` (who it is for): give it in `workflow_args:`",
    ],
    ["{nme: bob}", "child-workflow: nme: `a.lobster` has no argument `nme`; did you mean `name`"],
    [
      "{name: bob, zone: x}",
      "child-workflow: zone: `a.lobster` has no argument `zone`: declared are `name`, `count`, `tags`, `level`, `dry`",
    ],
    ["{name: null}", "child-workflow: null: the argument `name` is required and gets nothing"],
    [
      "{name: [bob]}",
      "child-workflow: [bob]: the argument `name` must be text, but this is a list; say `type: array` where `name` is declared",
    ],
    ["{name: b, count: 1.5}", "child-workflow: 1.5: the argument `count` must be a whole number, but this is `1.5`"],
    [
      "{name: b, count: many}",
      "child-workflow: many: the argument `count` must be a whole number, but this is the text `many`",
    ],
    ["{name: b, tags: a}", "child-workflow: a: the argument `tags` must be a list, but this is the text `a`"],
    [
      '{name: b, tags: "x ${t}"}',
      'child-workflow: "x ${t}": the argument `tags` must be a list, but this is a text: write the reference alone',
    ],
    ["{name: b, level: mid}", "child-workflow: mid: the argument `level` must be `low` or `high`"],
    [
      "{name: b, dry: yes}",
      "child-workflow: yes: the argument `dry` must be `true` or `false`, but this is the text `yes`",
    ],
  ])("does not fit: %s", (args, message) => expect(given(args)).toEqual([message]));

  it("gets a suggestion where a name is misspelt", () => {
    const { diagnostics } = compiled({
      "main.lobster": calls("a.lobster", "    workflow_args:\n      nme: bob\n"),
      "a.lobster": declared,
    });
    expect(diagnostics[0]!.fixes.map(({ title, safe, edits }) => [title, safe, edits[0]!.text])).toEqual([
      ["write `name`", false, "name"],
    ]);
  });
});

describe("a branch that calls a workflow", () => {
  const block =
    "steps:\n  - id: p\n    parallel:\n      branches:\n        - {id: b, workflow: a.lobster}\n        - {id: c, run: x}\n";

  it("may, when nothing in it stops for consent (D9)", () => {
    expect(planOf({ "main.lobster": block, "a.lobster": "steps: [{id: x, run: y}]" }).requires.gates).toEqual([]);
    expect(said({ "main.lobster": block, "a.lobster": calls("leaf.lobster"), "leaf.lobster": leaf })).toEqual([
      "child-workflow: a.lobster: a branch cannot stop for consent, and `a.lobster` does at `c/ask`: call it in a step of its own",
    ]);
  });
});
