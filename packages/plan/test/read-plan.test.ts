import { formatPlan, readPlan, type Plan } from "@lobster-lang/plan";
import { describe, expect, it } from "vitest";
import { fullPlan } from "./full-plan.ts";
import { smallPlan } from "./small-plan.ts";

/** What a person reads when the plan is refused; empty when it is fine. */
function complaints(text: string): readonly string[] {
  return (readPlan(text).errors ?? []).map((error) => error.message);
}

type Editable = { [key: string]: Editable } & { [index: number]: Editable } & Editable[];

/** The full plan after a hand edit. */
function edited(edit: (plan: Editable) => void): string {
  const plan = structuredClone(fullPlan) as unknown as Editable;
  edit(plan);
  return JSON.stringify(plan);
}

const put = (value: unknown): Editable => value as Editable;

describe("a plan that nobody touched", () => {
  it.each([
    ["small", smallPlan],
    ["full", fullPlan],
  ])("reads back as it was written (%s)", (_, plan: Plan) => {
    expect(readPlan(formatPlan(plan))).toEqual({ plan });
  });

  it("may begin with a byte order mark", () => {
    expect(complaints(`\uFEFF${formatPlan(smallPlan)}`)).toEqual([]);
  });
});

describe("a text that is no plan", () => {
  it.each([
    ["", /not JSON/],
    ["name: x", /not JSON/],
    ["[]", /must be a JSON map/],
    ["{}", /`planVersion` is missing/],
    ['{"planVersion": "1"}', /must be the number 1/],
    ['{"planVersion": 2}', /has version 2, and this program reads version 1; take a newer program/],
    ['{"planVersion": 0}', /older than version 1; compile its source again/],
    ['{"planVersion": 1, "planVersion": 1}', /`planVersion` stands twice in one map \(line 1, column 20\)/],
    [`${"[".repeat(5000)}${"]".repeat(5000)}`, /nests 5000 levels deep; at most 2000/],
  ])("%j", (text, words) => {
    expect(complaints(text)).toEqual([expect.stringMatching(words)]);
  });

  it("is not read beyond the limit, which the message names", () => {
    expect(readPlan(" ".repeat(100), { maxLength: 10 }).errors?.[0]?.message).toMatch(/longer than 10 .*maxLength/);
  });
});

describe("a plan that was edited by hand", () => {
  it("names the place of a fault in words", () => {
    const text = edited((plan) => delete plan["steps"]![2]!["action"]!["script"]!["bindings"]![0]!["type"]);
    expect(complaints(text)).toEqual(["step `apply`, action, script, binding `_LOBSTER_1`: `type` is missing"]);
  });

  it("names all faults at once", () => {
    const text = edited((plan) => {
      plan["steps"]![0]!["onError"] = put("retry");
      plan["steps"]![1]!["timeoutMs"] = put(0);
      plan["steps"]![2]!["cwd"] = put("/tmp");
      plan["colour"] = put("red");
    });
    expect(complaints(text).toSorted()).toEqual([
      "step `apply`, cwd: must be a list or null, not `/tmp`",
      "step `collect`, onError: `retry` is not known here; it can be `stop`, `continue`, `skip_rest`",
      "step `pick`, timeoutMs: `0` is too small; the least is 1",
      "the plan: `colour` is nothing that this place can have",
    ]);
  });

  const attacks: readonly [name: string, edit: (plan: Editable) => void, words: RegExp][] = [
    [
      "binds a variable of the shell",
      (p) => (script(p, 0)["bindings"]![0]!["variable"] = put("PATH")),
      /`PATH` cannot stand here/,
    ],
    [
      "binds BASH_ENV",
      (p) => (script(p, 0)["bindings"]![0]!["variable"] = put("BASH_ENV")),
      /`BASH_ENV` cannot stand here/,
    ],
    [
      "takes a binding away",
      (p) => script(p, 2)["bindings"]!.shift(),
      /`_LOBSTER_1` is in the script, but no binding says/,
    ],
    [
      "adds a binding that nothing uses",
      (p) => script(p, 0)["bindings"]!.push(put({ variable: "_LOBSTER_7", value: { arg: "tag" }, type: "text" })),
      /does not use `_LOBSTER_7`/,
    ],
    [
      "binds a variable twice",
      (p) => script(p, 2)["bindings"]!.push(put({ variable: "_LOBSTER_1", value: { arg: "tag" }, type: "text" })),
      /binds `_LOBSTER_1` twice/,
    ],
    [
      "spells a value so that arithmetic evaluates it",
      (p) => (script(p, 2)["text"] = put("inbox ${_LOBSTER_1} $((_LOBSTER_2))")),
      /must be written `\$\{_LOBSTER_2\}`/,
    ],
    [
      "reads a private variable from outside",
      (p) => (script(p, 0)["text"] = put('eval "${_LOBSTER_9}" ${LOBSTER_ARG_TAG}')),
      /`_LOBSTER_9` is in the script/,
    ],
    [
      "puts output into an argument's variable",
      (p) =>
        (script(p, 2)["bindings"]![0] = put({
          variable: "LOBSTER_ARG_TAG",
          value: { ref: { step: "pick", path: ["stdout"] } },
          type: "text",
        })),
      /can hold nothing else/,
    ],
    [
      "overrides the variable of an argument",
      (p) => p["env"]!.push(put({ name: "LOBSTER_ARG_TAG", value: [] })),
      /`env` sets `LOBSTER_ARG_TAG`/,
    ],
    [
      "sets a private variable by env",
      (p) => p["env"]!.push(put({ name: "_LOBSTER_1", value: [] })),
      /`_LOBSTER_1` cannot stand here/,
    ],
    [
      "smuggles a second variable into a name",
      (p) => p["env"]!.push(put({ name: "A=1\0B", value: [] })),
      /cannot stand here/,
    ],
    [
      "takes another shell",
      (p) => p["env"]!.push(put({ name: "LOBSTER_SHELL", value: [{ text: "/usr/bin/fish" }] })),
      /this plan is for POSIX shells/,
    ],
    [
      "takes a shell from a value",
      (p) => p["env"]!.push(put({ name: "LOBSTER_SHELL", value: [{ arg: "tag" }] })),
      /this plan is for POSIX shells/,
    ],
    [
      "runs an unknown stage",
      (p) => (stage(p, 1)["command"] = put("rm")),
      /`rm` is not known here; it can be `approve`/,
    ],
    ["runs a stage that does not exist", (p) => (stage(p, 1)["command"] = put("asks")), /`asks` is not known here/],
    [
      "gives a stage a flag that it does not have",
      (p) => (stage(p, 1)["arguments"]!["shell"] = put({ text: [] })),
      /stage `head`, arguments: `shell` is nothing/,
    ],
    [
      "gives a number as shell text",
      (p) => (stage(p, 1)["arguments"]!["n"] = put({ script: { text: "id", bindings: [] } })),
      /`script` is nothing/,
    ],
    [
      "gives exec a script and a program",
      (p) =>
        (p["steps"]![1]!["action"]!["stages"] = put([
          {
            command: "exec",
            arguments: {
              json: { boolean: false },
              shell: { script: { text: "id", bindings: [] } },
              program: { texts: [[]] },
            },
          },
        ])),
      /exactly one of `shell` and `program`/,
    ],
    [
      "uses an unknown filter",
      (p) =>
        (p["steps"]![1]!["action"]!["stages"] = put([
          {
            command: "template",
            arguments: {
              text: { template: [{ expression: { path: [], filters: [{ name: "constructor", arguments: [] }] } }] },
            },
          },
        ])),
      /`constructor` is not known here/,
    ],
    [
      "gives one id to two steps",
      (p) => (p["steps"]![1]!["id"] = put("collect")),
      /an earlier step has the id `collect` too/,
    ],
    [
      "refers to a later step",
      (p) => (p["steps"]![0]!["stdin"] = put({ whole: { ref: { step: "pick", path: ["json"] } } })),
      /`pick` has not run when this is read/,
    ],
    [
      "refers to itself in its condition",
      (p) => (p["steps"]![2]!["when"] = put({ ref: { step: "apply", path: ["approved"] } })),
      /`apply` has not run/,
    ],
    [
      "refers to an unknown step",
      (p) => (p["steps"]![1]!["stdin"] = put({ whole: { ref: { step: "nobody", path: ["json"] } } })),
      /step `pick`, stdin, whole: there is no step `nobody`/,
    ],
    [
      "refers to an unknown field",
      (p) => (p["steps"]![1]!["stdin"] = put({ whole: { ref: { step: "collect", path: ["constructor"] } } })),
      /`constructor` is not known here/,
    ],
    [
      "names an unknown argument",
      (p) => (p["steps"]![2]!["gate"]!["prompt"] = put([{ arg: "nobody" }])),
      /there is no argument `nobody`/,
    ],
    [
      "drops the gate but keeps it listed",
      (p) => (p["steps"]![2]!["gate"] = put(null)),
      /names `apply`, which the plan does not have/,
    ],
    ["hides a gate", (p) => (p["requires"]!["gates"] = put([])), /does not name `apply`/],
    ["hides a stage", (p) => (p["requires"]!["commands"] = put(["head"])), /does not name `where`/],
    [
      "lets anyone approve what someone else must",
      (p) => (p["steps"]![2]!["gate"]!["initiatedBy"] = put(null)),
      /nobody to differ from/,
    ],
    [
      "makes two arguments share a variable",
      (p) => p["args"]!.push(put({ ...fullPlan.args[0], name: "other" })),
      /has the variable `LOBSTER_ARG_TAG` too/,
    ],
    [
      "gives a part two meanings",
      (p) => (p["cwd"] = put([{ text: "a", arg: "tag" }])),
      /holds `text`, `arg`; it must hold exactly one key/,
    ],
    ["gives a part no meaning", (p) => (p["cwd"] = put([{}])), /is empty; it must hold exactly one key/],
    ["gives a step no work", (p) => (p["steps"]![0]!["action"] = put(null)), /neither an action nor a gate/],
    [
      "hides a NUL in a script",
      (p) => (script(p, 0)["text"] = put('inbox\0 "${LOBSTER_ARG_TAG}"')),
      /cannot stand here/,
    ],
    [
      "names a folder as its source",
      (p) => (p["source"] = put({ file: "../../etc/passwd", sha256: "0".repeat(64), ranges: {} })),
      /cannot stand here/,
    ],
    ["calls itself a pipeline", (p) => (p["kind"] = put("pipeline")), /exactly one step/],
    [
      "has a pipeline that is deeper than the program's stack",
      (p) => {
        const head = put({ command: "head", arguments: { n: { number: 1 } } });
        p["steps"]![1]!["action"]!["stages"] = put(Array.from({ length: 1001 }, () => head));
      },
      /stages: a pipeline has at most 1000 stages, not 1001$/,
    ],
    ["nests a condition without end", (p) => (p["steps"]![2]!["when"] = deepNot(3000)), /levels deep/],
  ];

  it.each(attacks)("is refused when it %s", (_, edit, words) => {
    expect(complaints(edited(edit))).toEqual(expect.arrayContaining([expect.stringMatching(words)]));
  });

  it("refuses a __proto__ in place of real keys", () => {
    const text = formatPlan(fullPlan).replace('"name": "triage",', '"__proto__": {"name": "triage"},');
    expect(complaints(text)).toEqual([
      "the plan: `name` is missing",
      "the plan: `__proto__` is nothing that this place can have",
    ]);
  });

  it("lets data be any data", () => {
    const text = edited(
      (plan) => (plan["steps"]![0]!["stdin"] = put({ json: { constructor: 1, a: ["${tag}", "$(rm -rf /)"] } })),
    );
    expect(complaints(text)).toEqual([]);
  });
});

function script(plan: Editable, step: number): Editable {
  return plan["steps"]![step]!["action"]!["script"]!;
}

function stage(plan: Editable, index: number): Editable {
  return plan["steps"]![1]!["action"]!["stages"]![index]!;
}

function deepNot(depth: number): Editable {
  let expression: unknown = { value: true };
  for (let level = 0; level < depth; level++) expression = { op: "not", operand: expression };
  return put(expression);
}
