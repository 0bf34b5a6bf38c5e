import { commands } from "@lobster-lang/language";
import { describe, expect, expectTypeOf, test } from "vitest";
import { isCompileError, pipeline, shell, UnwritableError, type Pipeline } from "../src/index.ts";
import { camel } from "../src/stage-text.ts";

function started(program: readonly string[]): string {
  return String(pipeline().exec(program, { stdin: "json" }));
}

function faulty(): unknown {
  return pipeline().exec("if x").where("nonsense").plan();
}

describe("a pipeline in the making", () => {
  test("says what it means in the pipe language", () => {
    const built = pipeline()
      .exec("inbox list --json", { json: true })
      .where("age > 18")
      .where({ path: "from", operator: "=", value: "a | b" })
      .pick("id", "from")
      .map({ label: "{{from}}: it's" })
      .sort({ key: "id", desc: true })
      .head({ n: 5 })
      .approve({ prompt: "Apply?", previewFromStdin: true });
    expect(String(built)).toBe(
      [
        "exec --shell 'inbox list --json' --json",
        "where 'age > 18'",
        "where 'from = a | b'",
        "pick id,from",
        `map "label={{from}}: it's"`,
        "sort --key id --desc",
        "head --n 5",
        "approve --prompt 'Apply?' --preview-from-stdin",
      ].join(" | "),
    );
    expect(built.plan().requires.gates).toEqual(["pipeline/8"]);
  });

  test("starts programs word by word", () => {
    expect(started(["gh", "pr", "list", "--json", "a b"])).toBe("exec --stdin json -- gh pr list --json 'a b'");
    expect(started(["my program"])).toBe(`exec --shell "'my program'" --stdin json`);
    expect(started(["--", "x"])).toBe("exec --stdin json -- -- x");
  });

  test("is never changed: two pipelines may begin alike", () => {
    const start = pipeline().exec("seq 3");
    const [a, b] = [start.head({ n: 1 }), start.json()];
    expect([start, a, b].map(String)).toEqual([
      "exec --shell 'seq 3'",
      "exec --shell 'seq 3' | head --n 1",
      "exec --shell 'seq 3' | json",
    ]);
    expect(String(a.pipe(pipeline().table()))).toBe(`${a} | table`);
  });

  test("has a method for every command that runs, and no other", () => {
    const made = pipeline();
    for (const command of commands) {
      expect(typeof made[camel(command.name) as keyof Pipeline], command.name).toBe("function");
    }
    const own = ["pipe", "toString", "plan", "run", "start"];
    expect(own.filter((name) => commands.some((command) => camel(command.name) === name))).toEqual([]);
  });

  test("is typed by the catalogue", () => {
    const made = pipeline();
    expectTypeOf(made.stateGet).parameters.toEqualTypeOf<[text: string]>();
    const wrong = () => {
      // @ts-expect-error n is a number
      made.head({ n: "5" });
      // @ts-expect-error there is no such flag
      made.sort({ by: "x" });
      // @ts-expect-error a tool and an action are needed
      made.openclawInvoke({ tool: "x" });
      // @ts-expect-error secrets have no place in a text
      made.openclawInvoke({ tool: "x", action: "y", token: "z" });
      // @ts-expect-error a key is needed
      made.groupBy();
      // @ts-expect-error there is no such command
      made.nope();
      // @ts-expect-error a report or drafts
      made.emailTriage({ emit: "letters" });
      made.dedupe();
      made.diffLast("k");
      made.diffLast({ key: "k" });
      made.llmInvoke("Which?", { outputSchema: { type: "object" } });
      made.llmInvoke({ prompt: "Which?" });
      made.map({}, { unwrap: "user" });
      made.template({ file: "mail.txt" });
      made.workflowsRun("github.pr.monitor", { argsJson: { repo: "a/b", pr: 1 } });
    };
    expect(wrong).toBeTypeOf("function");
  });

  test.each<[string, () => unknown, string]>([
    ["a field with a comma", () => pipeline().pick("a,b"), "is no name of a field"],
    ["a key with an equals sign", () => pipeline().map({ "a=b": "x" }), "cannot set a field `a=b`"],
    ["a path with a dash", () => pipeline().where({ path: "a-b", operator: "=", value: 1 }), "a path of `where`"],
    ["the text true", () => pipeline().where({ path: "a", operator: "=", value: "true" }), "reads `true` as a value"],
    ["an empty text", () => pipeline().where({ path: "a", operator: "=", value: "" }), "cannot compare"],
    ["no program", () => pipeline().exec([]), "has nothing to run"],
    ["no number", () => pipeline().head({ n: Number.NaN }), "is a number, not `NaN`"],
    ["a flag that is none", () => pipeline().head({ m: 1 } as never), "`head` has no `m`"],
    ["a secret", () => pipeline().llmInvoke("x", { token: "y" } as never), "a secret has no place in a text"],
  ])("refuses %s, which the language cannot spell", (_what, build, message) => {
    expect(build).toThrow(UnwritableError);
    expect(build).toThrow(message);
  });

  test("tells all that is wrong when it is compiled", () => {
    expect(faulty).toThrow(/shell-syntax: [^]*where-syntax: /);
    try {
      faulty();
    } catch (error) {
      expect(isCompileError(error) && error.diagnostics.map(({ rule }) => rule)).toContain("where-syntax");
    }
  });

  test("runs", async () => {
    const { envelope } = await pipeline()
      .exec(shell`printf '%s\n' ${["b c", "a'$x"]}`)
      .sort({ desc: false })
      .run();
    expect(envelope).toMatchObject({ ok: true, output: ["a'$x", "b c"] });
    await expect(pipeline().where("nonsense").run()).rejects.toThrow("where-syntax");
    const { events, result } = pipeline().exec(["echo", "$HOME | `id`"]).start();
    const kinds = new Set<string>();
    for await (const event of events) kinds.add(event.kind);
    expect([...kinds]).toEqual(["run", "step", "process"]);
    expect((await result).envelope).toMatchObject({ output: ["$HOME | `id`"] });
  });
});
