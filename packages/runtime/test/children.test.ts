import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openState } from "@lobster-lang/state";
import type { ChildPlan, PlanStep, Value } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import { continueRun, dryRun, nodeHost, replay } from "../src/index.ts";
import {
  arg,
  bench,
  bound,
  call,
  childOf,
  comparison,
  exec,
  failureOf,
  gate,
  loop,
  outputOf,
  parallel,
  ref,
  requestOf,
  resumeRun,
  runPlan,
  sh,
  stages,
  step,
  text,
  whole,
  workflowWith,
  type Bench,
} from "./plan-builder.ts";

const literal = (value: string | number | boolean | null | readonly string[]): Value => ({ json: value });
const retry = { max: 3, delayMs: 1, backoff: "fixed", maxDelayMs: 1, jitter: false } as const;

function effects(place: Bench): readonly string[] {
  const path = join(place.cwd, "effects");
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
}

const note = (id: string, more: Partial<PlanStep> = {}) => sh(id, `echo ${id} >> effects; echo '"${id}"'`, more);

async function finishedKeys(place: Bench): Promise<readonly string[]> {
  const state = await openState(place.stateDir);
  const [summary] = await state.listRuns();
  const { records } = await (await state.openRun(summary!.header.run)).readJournal();
  return records.flatMap((record) => (record.type === "step-finished" ? [record.key] : []));
}

/** What later steps read of a step that calls this child. */
const seenOf = (child: ChildPlan) =>
  outputOf(
    workflowWith(
      [child],
      [
        call("c", child),
        bound("see", `printf '<%s><%s><%s>' "\${_LOBSTER_1}" "\${_LOBSTER_2}" "\${_LOBSTER_3}"`, {
          _LOBSTER_1: ref("c.json"),
          _LOBSTER_2: ref("c.stdout"),
          _LOBSTER_3: ref("c.error"),
        }),
      ],
    ),
  );
const prints = (value: string) => childOf([sh("a", `printf '%s' '${value}'`)]);

const shows = (...args: Parameters<typeof arg>[]) =>
  childOf([sh("a", 'printf "%s" "$LOBSTER_ARGS_JSON"')], { args: args.map((one) => arg(...one)) });

const env = (name: string, value: string) => ({ name, value: text(value) });

describe("the result of a workflow that a step calls", () => {
  test.each([
    ["one item", '{"n":1}', '<{"n":1}><{"n":1}><false>'],
    ["a text", "hello", "<hello><hello><false>"],
    ["a list of one", "[1]", "<1><1><false>"],
    ["a list", '["a","b"]', '<["a","b"]><["a","b"]><false>'],
    ["nothing", "", "<[]><><false>"],
  ])("is its output: %s", async (_, printed, seen) => {
    expect(await seenOf(prints(printed))).toEqual([seen.replace("<false>", "<>")]);
  });

  test("is that of the last step that ran with success; skip_rest ends the child and nothing else", async () => {
    const skipping = childOf([
      sh("good", "echo '[1,2]'"),
      sh("bad", "exit 1", { onError: "skip_rest" }),
      sh("never", "echo no"),
    ]);
    expect(await seenOf(skipping)).toEqual(["<[1,2]><[1,2]><>"]);
    expect(await seenOf(childOf([sh("bad", "exit 1", { onError: "skip_rest" })]))).toEqual(["<[]><><>"]);
  });

  test.each([
    ["[1]", [1]],
    ["[1,2]", [1, 2]],
    ["", []],
  ])("is items to a loop, one or many (D11): %s", async (printed, items) => {
    const child = prints(printed);
    const plan = workflowWith(
      [child],
      [call("c", child), loop("l", "c.json", [sh("s", "cat", { stdin: whole("item.json") })])],
    );
    expect(await outputOf(plan)).toEqual(items.map((item, index) => ({ item, index, s: item })));
  });
});

describe("the arguments of a child", () => {
  test("keep their type when they are whole references (D30), and have their defaults", async () => {
    const child = shows(["xs", { type: "array" }], ["n", { type: "integer" }], ["t"], ["d", { default: "std" }]);
    const given = { xs: whole("a.json"), n: whole("a.json", 0), t: { text: text("n is ", ref("a.json", 1)) } };
    const plan = workflowWith([child], [sh("a", "echo '[1,2]'"), call("c", child, given)]);
    expect(await outputOf(plan)).toEqual([{ xs: [1, 2], n: 1, t: "n is 2", d: "std" }]);
  });

  test("are the items of a pipeline where a list is declared, one or many (D11)", async () => {
    const child = shows(["xs", { type: "array" }]);
    const plan = (printed: string) =>
      workflowWith(
        [child],
        [stages("a", [exec(`echo '${printed}'`, { json: true })]), call("c", child, { xs: whole("a.json") })],
      );
    expect(await outputOf(plan("[7]"))).toEqual([{ xs: [7] }]);
    expect(await outputOf(plan("[7,8]"))).toEqual([{ xs: [7, 8] }]);
    expect(await outputOf(plan("[]"))).toEqual([{ xs: [] }]);
  });

  test("are text where text is declared: a list is its JSON, and a null overrides the default", async () => {
    const child = shows(["xs"], ["d", { default: "std" }]);
    const plan = workflowWith(
      [child],
      [sh("a", "echo '[1,2]'"), call("c", child, { xs: whole("a.json"), d: literal(null) })],
    );
    expect(await outputOf(plan)).toEqual([{ xs: "[1,2]", d: null }]);
  });

  test("that do not fit fail the step, which may go on (D16)", async () => {
    const child = shows(["n", { type: "integer" }], ["level", { enum: ["low"] }]);
    const given = { n: whole("a.json"), level: whole("a.stdout") };
    const steps = (more: Partial<PlanStep>) => [sh("a", "printf many"), call("c", child, given, more)];
    const failed = await failureOf(workflowWith([child], steps({})));
    expect(failed).toMatch(
      /^`child.lobster` does not take what it is given: argument `n` .*; argument `level` must be one of `low`$/,
    );
    const after = sh("after", "cat", { stdin: whole("c.error_message") });
    const [message] = await outputOf(workflowWith([child], [...steps({ onError: "continue" }), after]));
    expect(message).toBe(failed);
  });

  test("are its own: neither they nor the steps of one are seen in the other", async () => {
    const child = childOf(
      [sh("a", 'printf "%s|" "$LOBSTER_ARG_P" "$LOBSTER_ARG_WHO" "$LOBSTER_ARGS_JSON" "$E" "$F"')],
      { args: [arg("who", { default: "me" })] },
    );
    const plan = workflowWith([child], [call("c", child, {}, { env: [env("F", "f"), env("LOBSTER_ARG_WHO", "no")] })], {
      args: [arg("p", { default: "parent" })],
      env: [env("E", "e")],
    });
    // What `env:` sets is inherited; arguments are not, and nothing overrides those of the child.
    expect(await outputOf(plan)).toEqual(['|me|{"who":"me"}|e|f|']);
  });

  test("that are secret are masked in what comes out, also when the child ran before a pause", async () => {
    const child = childOf([sh("a", 'echo "token: $LOBSTER_ARG_TOKEN"')], { args: [arg("token", { secret: true })] });
    const plan = workflowWith(
      [child],
      [
        sh("key", "printf s3cr3t-key"),
        call("c", child, { token: whole("key.stdout") }),
        step("ask", { gate: gate("Go?") }),
        sh("show", "cat", { stdin: whole("c.stdout") }),
      ],
    );
    const place = bench();
    const { resumeToken } = requestOf((await runPlan(plan, {}, place)).envelope);
    const { envelope } = await resumeRun(place, { token: resumeToken });
    expect(envelope).toMatchObject({ output: ["token: ***\n"] });
  });
});

/** All that a folder holds, as one text. */
function written(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

describe("a secret argument of a child", () => {
  const inner = childOf([sh("a", 'echo "token: $LOBSTER_ARG_TOKEN"')], { args: [arg("token", { secret: true })] });
  const middle = childOf([call("i", inner, { token: { text: text("Bearer ", { arg: "key" }) } })], {
    args: [arg("key")],
  });

  test.each([
    ["given whole", { key: { whole: { arg: "pass" } } as Value }],
    ["as a part of a text", { key: { text: text("v1.", { arg: "pass" }) } as Value }],
  ])("is on no disk where it comes from outside, %s, and is asked for again", async (_, given) => {
    const place = bench();
    const plan = workflowWith(
      [inner, middle],
      [call("c", middle, given), step("ask", { gate: gate("Go?") }), sh("show", "cat", { stdin: whole("c.stdout") })],
      { args: [arg("pass")] },
    );
    const { resumeToken } = requestOf((await runPlan(plan, { args: { pass: "s3cr3t-pass" } }, place)).envelope);
    expect(written(place.stateDir)).not.toContain("s3cr3t-pass");
    const without = await resumeRun(place, { token: resumeToken });
    expect(without.envelope).toMatchObject({ ok: false, error: { message: expect.stringContaining("`pass`") } });
    const { envelope } = await resumeRun(place, { token: resumeToken, args: { pass: "s3cr3t-pass" } });
    expect(envelope).toMatchObject({ ok: true });
    expect(JSON.stringify(envelope)).toContain("token: Bearer ");
    expect(JSON.stringify(envelope)).not.toContain("s3cr3t-pass");
    expect(written(place.stateDir)).not.toContain("s3cr3t-pass");
  });
});

describe("a step with a schema that calls a workflow", () => {
  test("its result is held against the output_schema of the step", async () => {
    const child = childOf([sh("a", 'echo \'{"n":"x"}\'')]);
    const outputSchema = { type: "object", properties: { n: { type: "number" } } };
    expect(await failureOf(workflowWith([child], [call("c", child, {}, { outputSchema })]))).toMatch(
      /^the output of step `c` does not fit its `output_schema`: `\$c\.json\.n` /,
    );
  });
});

describe("the cost_limit of a child", () => {
  const spends = `printf '%s' '{"model":"gpt-4o","usage":{"input_tokens":1000000,"output_tokens":0}}'`;
  const limited = childOf([sh("spend", spends, { onError: "continue" }), note("after")], {
    costLimit: { maxUsd: 2, action: "stop" },
  });

  test("holds for what its own steps cost, and ends the run before its next step", async () => {
    const place = bench();
    expect(await failureOf(workflowWith([limited], [call("c", limited), note("end")]), {}, place)).toMatch(
      /is above the limit of/,
    );
    expect(effects(place)).toEqual([]);
    const cheap = childOf([note("after")], { costLimit: { maxUsd: 2, action: "stop" } });
    const plan = workflowWith([cheap], [sh("spend", spends), call("c", cheap), note("end")]);
    expect(await outputOf(plan, {}, place)).toEqual(["end"]);
  });
});

describe("a replay with another plan", () => {
  test("names the steps inside that differ", async () => {
    const place = bench();
    const [one, two] = ["one", "two"].map((word) => childOf([note("same"), sh("word", `printf ${word}`)]));
    const { runId } = await runPlan(workflowWith([one!], [call("c", one!)]), {}, place);
    const { differences } = await replay({
      run: runId!,
      stateDir: place.stateDir,
      env: process.env,
      plan: workflowWith([two!], [call("c", two!)]),
    });
    expect(differences).toEqual([{ key: "c/word", was: "ran", now: "runs another command" }]);
  });
});

describe("folder and environment of a child", () => {
  test("are the step's unless it says something else; its paths begin where the run began", async () => {
    const place = bench();
    for (const name of ["site", "docs"]) {
      mkdirSync(join(place.cwd, name));
      writeFileSync(join(place.cwd, name, "here"), name);
    }
    const plain = childOf([sh("a", "cat here")]);
    const own = childOf([sh("a", "cat here")], { cwd: text("docs") });
    const inside = { cwd: text("site") };
    const plan = workflowWith(
      [plain, own],
      [
        call("one", plain, {}, inside),
        call("two", own, {}, inside),
        sh("both", 'printf "%s %s" "${_LOBSTER_1}" "${_LOBSTER_2}"', {
          ...bound("both", 'printf "%s %s" "${_LOBSTER_1}" "${_LOBSTER_2}"', {
            _LOBSTER_1: ref("one.json"),
            _LOBSTER_2: ref("two.json"),
          }),
        }),
      ],
    );
    expect(await outputOf(plan, {}, place)).toEqual(["site docs"]);
  });
});

describe("a step that calls a workflow is a step like any other (D10)", () => {
  const failing = childOf([note("first"), sh("bad", "exit 3")]);

  test("it fails with the words of the step inside, and on_error decides", async () => {
    expect(await failureOf(workflowWith([failing], [call("c", failing)]))).toBe(
      "step `bad` of `child.lobster`: workflow command failed (3): exit 3",
    );
    const going = workflowWith([failing], [call("c", failing, {}, { onError: "continue" }), sh("end", "echo on")]);
    expect(await outputOf(going)).toEqual(["on\n"]);
  });

  test("it is tried again from its first step, each attempt under keys of its own", async () => {
    const place = bench();
    const child = childOf([note("try"), sh("third", "test $(wc -l < effects) -eq 3 && echo '\"done\"'")]);
    expect(await outputOf(workflowWith([child], [call("c", child, {}, { retry })]), {}, place)).toEqual(["done"]);
    expect(await finishedKeys(place)).toEqual([
      "c/try",
      "c/third",
      "c",
      "c#2/try",
      "c#2/third",
      "c#2",
      "c#3/try",
      "c#3/third",
      "c#3",
    ]);
  });

  test("its time limit ends what runs inside, and nothing further starts", async () => {
    const place = bench();
    const child = childOf([sh("slow", "sleep 20", { onError: "continue" }), note("after")]);
    const start = Date.now();
    expect(await failureOf(workflowWith([child], [call("c", child, {}, { timeoutMs: 300 })]), {}, place)).toBe(
      "step `c` timed out after 300ms",
    );
    expect(Date.now() - start).toBeLessThan(10_000);
    expect(effects(place)).toEqual([]);
  });

  test("its condition keeps it from starting", async () => {
    const place = bench();
    const when = comparison({ value: 1 }, "==", { value: 2 });
    const plan = workflowWith([failing], [call("c", failing, {}, { when }), sh("end", "echo on")]);
    expect(await outputOf(plan, {}, place)).toEqual(["on\n"]);
    expect(effects(place)).toEqual([]);
  });

  test("it runs in a loop and in a branch, with what it is given there", async () => {
    const child = childOf([bound("a", 'printf "<%s>" "${LOBSTER_ARG_X}"', { LOBSTER_ARG_X: { arg: "x" } })], {
      args: [arg("x")],
    });
    const given = { x: whole("item.json") };
    const looped = workflowWith([child], [sh("a", "echo '[1,2]'"), loop("l", "a.json", [call("c", child, given)])]);
    expect(await outputOf(looped)).toEqual([
      { item: 1, index: 0, c: "<1>" },
      { item: 2, index: 1, c: "<2>" },
    ]);
    const branches = [call("b", child, { x: literal("b") }), sh("d", "echo 1")];
    const forked = workflowWith([child], [parallel("p", branches), sh("end", "cat", { stdin: whole("b.stdout") })]);
    expect(await outputOf(forked)).toEqual(["<b>"]);
  });

  test("children call children, and the same one twice", async () => {
    const leaf = childOf([note("leaf")]);
    const middle = childOf([call("x", leaf), call("y", leaf)]);
    const place = bench();
    expect(await outputOf(workflowWith([leaf, middle], [call("c", middle)]), {}, place)).toEqual(["leaf"]);
    expect(await finishedKeys(place)).toEqual(["c/x/leaf", "c/x", "c/y/leaf", "c/y", "c"]);
  });
});

describe("a gate in a child (D9)", () => {
  const child = childOf([note("before"), step("ask", { gate: gate("Go?") }), note("after")]);

  test("pauses the whole run and the run goes on there", async () => {
    const place = bench();
    const plan = workflowWith([child], [note("start"), call("c", child, {}, { retry }), note("end")]);
    const request = requestOf((await runPlan(plan, {}, place)).envelope);
    expect(request.prompt).toBe("Go?");
    expect(effects(place)).toEqual(["start", "before"]);
    expect((await resumeRun(place, { token: request.resumeToken })).envelope).toMatchObject({ output: ["end"] });
    expect(effects(place)).toEqual(["start", "before", "after", "end"]);
    expect(await finishedKeys(place)).toEqual(["start", "c/before", "c/after", "c", "end"]);
  });

  test("that is refused cancels the run, whatever on_error says", async () => {
    const place = bench();
    const plan = workflowWith([child], [call("c", child, {}, { onError: "continue", retry }), note("end")]);
    const { resumeToken } = requestOf((await runPlan(plan, {}, place)).envelope);
    expect((await resumeRun(place, { token: resumeToken, decision: "reject" })).envelope).toMatchObject({
      status: "cancelled",
    });
    expect(effects(place)).toEqual(["before"]);
  });

  test("asks once for each item of a loop around it", async () => {
    const place = bench();
    const plan = workflowWith([child], [sh("a", "echo '[1,2]'"), loop("l", "a.json", [call("c", child)])]);
    const first = requestOf((await runPlan(plan, {}, place)).envelope);
    const second = requestOf((await resumeRun(place, { token: first.resumeToken })).envelope);
    expect(effects(place)).toEqual(["before", "after", "before"]);
    expect((await resumeRun(place, { token: second.resumeToken })).envelope.ok).toBe(true);
    expect(effects(place)).toEqual(["before", "after", "before", "after"]);
  });
});

describe("a dry run", () => {
  test("shows what is inside, with the arguments as far as they are known", () => {
    const child = childOf(
      [
        bound("greet", 'echo "${LOBSTER_ARG_WHO}" "${LOBSTER_ARG_N}"', {
          LOBSTER_ARG_WHO: { arg: "who" },
          LOBSTER_ARG_N: { arg: "n" },
        }),
        sh("dry", "echo dry", { when: comparison({ arg: "who" }, "==", { value: "red" }) }),
        sh("later", "echo later", { when: comparison({ arg: "n" }, "==", { value: 1 }) }),
      ],
      { args: [arg("who"), arg("n")], cwd: text("site") },
    );
    const given: { [name: string]: Value } = { who: { whole: { arg: "team" } }, n: whole("a.json", "n") };
    const plan = workflowWith([child], [sh("a", "echo"), call("c", child, given)], { args: [arg("team")] });
    expect(dryRun(plan, { team: "blue" })).toBe(`[DRY RUN] Would execute 2 steps:

  1. a  [shell]
     run: echo
  2. c  [workflow]
     workflow: child.lobster (who: blue, n: $a.json.n)
     2.1. greet  [shell]
        run: echo "blue" "$a.json.n"
        cwd: site
     2.2. dry  [skipped — its condition is false]
     2.3. later  [shell]
        when: ($a.json.n == 1)  (known when it is reached)
        run: echo later
        cwd: site
`);
  });
});

describe("a process that dies inside a child", () => {
  test("leaves what was done in the journal: who continues it runs nothing twice", async () => {
    const place = bench();
    const child = childOf([note("one"), step("ask", { gate: gate("Go?") }), note("two"), note("three")]);
    const plan = workflowWith([child], [call("c", child), note("end")]);
    const { resumeToken } = requestOf((await runPlan(plan, {}, place)).envelope);
    let finished = 0;
    const append: typeof nodeHost.files.append = async (path) => {
      const file = await nodeHost.files.append(path);
      return {
        ...file,
        sync: () => file.sync(),
        close: () => file.close(),
        write: (line) => {
          if (line.includes('"c/two"') && line.includes("step-finished")) finished++;
          if (line.includes('"c/three"')) throw new Error("killed");
          return file.write(line);
        },
      };
    };
    const host = { ...nodeHost, files: { ...nodeHost.files, append } };
    const died = await resumeRun(place, { token: resumeToken, host });
    expect(died.envelope).toMatchObject({ ok: false, error: { message: "killed" } });
    expect(finished).toBe(1);
    expect(effects(place)).toEqual(["one", "two"]);
    expect(await finishedKeys(place)).toEqual(["c/one", "c/two"]);
    expect((await continued(place)).envelope).toMatchObject({ output: ["end"] });
    expect(effects(place)).toEqual(["one", "two", "three", "end"]);
  });
});

/** Goes on with the one run of a folder. Of a step that was only begun nobody knows what it has done; here it had not. */
async function continued(place: Bench) {
  const [summary] = await (await openState(place.stateDir)).listRuns();
  const { header, interrupted } = summary!;
  return continueRun({ run: header.run, rerun: interrupted, stateDir: place.stateDir, env: process.env });
}
