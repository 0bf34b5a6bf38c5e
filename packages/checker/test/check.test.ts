import { describe, expect, it } from "vitest";
import { check, checkPipeline, fixAll, modelOf } from "@lobster-lang/checker";
import { pipelineOf, readWorkflow, wholeText } from "@lobster-lang/grammar";
import { checkText, found, levels } from "./checking.ts";

const twoFaults = `steps:
  - id: a
    run: echo "$LOBSTER_STEP_A_STDOUT" \${mode}
`;

describe("what a check gives", () => {
  it("is every fault of the file in one go, in the order of the file", () => {
    const text = `name: ten faults
on_error: stop
args:
  city: Paris
steps:
  - id: fetch
    run: inbox list --json
    timeout: 5
  - id: fetch
    when: $fetch.json.n = 1
    run: echo "\${ctiy}" "$fecth.stdout"
  - name: third
    run: echo \${fetch.stdout}
  - id: ask
    approval: no
  - id: pipe
    pipeline: exec --json --shell 'inbox list --json' | groupby --key from
  - id: env
    env: { X: $LOBSTER_STEP_FETCH_STDOUT }
    run: echo "$X"
`;
    const rules = checkText(text).map(({ rule }) => rule);
    expect(rules.length).toBeGreaterThanOrEqual(10);
    expect(rules).toEqual(
      expect.arrayContaining([
        "unknown-key",
        "arg-shorthand",
        "duplicate-id",
        "bad-condition",
        "unknown-arg",
        "unknown-step",
        "missing-id",
        "braced-reference",
        "gate-that-says-no",
        "unknown-command",
        "per-step-env-var",
      ]),
    );
    const starts = checkText(text).map(({ range }) => range.start);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });

  it("holds each finding once, also when two steps share a text", () => {
    const text = `steps:
  - id: a
    run: &shared echo $ghost.stdout
  - id: b
    run: *shared
`;
    expect(found(text)).toEqual(["unknown-step: ghost"]);
  });

  it("is one sentence for a file of another engine", () => {
    const text = `on: push
jobs:
  x: { steps: [{ run: echo }] }
`;
    const diagnostics = checkText(text);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ rule: "not-lobster" });
  });

  it("never throws, whatever the text is", () => {
    for (const text of [
      "",
      "\0",
      "steps",
      "steps:",
      "steps: [",
      "- - -",
      "{",
      "steps:\n  - &a *a\n",
      "\uFEFFsteps: 5",
    ]) {
      expect(() => checkText(text)).not.toThrow();
    }
  });
});

describe("levels", () => {
  it("can be changed for a rule, and a rule taken out", () => {
    expect(levels(twoFaults)).toEqual(["error per-step-env-var", "warning unknown-arg"]);
    expect(levels(twoFaults, { rules: { "unknown-arg": "info", "per-step-env-var": "off" } })).toEqual([
      "info unknown-arg",
    ]);
  });

  it("cannot be lowered where nothing could run", () => {
    const text = "steps:\n  - id: a\n    stdin: $ghost.stdout\n    run: cat\n";
    expect(levels(text, { rules: { "unknown-step": "off" } })).toEqual(["error unknown-step"]);
  });

  it("bring out what is reported only where asked for", () => {
    const text = "steps:\n  - id: a\n    run: publish\n    approval: Publish?\n";
    expect(levels(text)).toEqual([]);
    expect(levels(text, { rules: { "action-before-gate": "info" } })).toEqual(["info action-before-gate"]);
  });
});

describe("silencing", () => {
  it("covers the whole of a text that starts on the next line, and nothing behind it", () => {
    const text = `steps:
  - id: a
    # lobster-ignore: unknown-arg
    run: |
      echo \${mode}

      echo \${mode}
    env:
      X: \${who}
`;
    expect(found(text)).toEqual(["env-not-expanded: ${who}"]);
  });

  it("leaves other rules alone", () => {
    const text = twoFaults.replace("    run:", "    # lobster-ignore: unknown-arg\n    run:");
    expect(levels(text)).toEqual(["error per-step-env-var"]);
  });

  it("does not complain about an ignore of a rule that is off", () => {
    const text = "steps:\n  - id: a\n    # lobster-ignore: unknown-arg\n    run: echo 1\n";
    expect(levels(text)).toEqual(["warning unused-ignore"]);
    expect(levels(text, { rules: { "unknown-arg": "off" } })).toEqual([]);
  });

  it("by `allow:` counts for the step that has it, also on one line with others", () => {
    const text = "steps: [{id: a, allow: [unknown-arg], run: 'echo ${m}'}, {id: b, run: 'echo ${m}'}]\n";
    expect(found(text)).toEqual(["unknown-arg: ${m}"]);
    expect(checkText(text)[0]!.range.start).toBeGreaterThan(text.indexOf("id: b"));
  });
});

function messages(text: string): string[] {
  return checkPipeline(pipelineOf(wholeText(text))).map(
    ({ rule, range }) => `${rule}: ${text.slice(range.start, range.end)}`,
  );
}

describe("inline pipelines", () => {
  it("are checked without a workflow around", () => {
    expect(messages("exec --json --shell 'inbox list --json' | head --n 5 | approve --prompt 'Go on?'")).toEqual([]);
    expect(messages("inbox list --json | inbox tag --json")).toEqual([
      "unknown-command: inbox",
      "unknown-command: inbox",
    ]);
    expect(messages("exec --shell 'echo $LOBSTER_STEP_A_STDOUT'")).toEqual(["per-step-env-var: LOBSTER_STEP_A_STDOUT"]);
  });

  it("of the documentation are silent", () => {
    const documented = `exec --json --shell 'inbox list --json' | exec --stdin json --shell 'inbox categorize --json' \\
  | exec --stdin json --shell 'inbox apply --json' | approve --preview-from-stdin --limit 5 --prompt 'Apply changes?'`;
    expect(messages(documented)).toEqual([]);
  });

  it("leave `$name.field` to the programs: there are no steps", () => {
    expect(messages("exec --json --shell 'jq -n \"[1]\"' | exec --stdin json jq '.[] as $x | $x.json'")).toEqual([]);
  });
});

/** Counts every look into the tree. */
function looks(steps: number): number {
  const lines = Array.from({ length: steps }, (_, n) => {
    const before = n === 0 ? "x" : `$s${n - 1}.json.ok`;
    return `  - id: s${n}\n    when: ${n === 0 ? "true" : `${before} == true`}\n    env: { X: ${before} }\n    run: echo "${before}"; f=1; echo $f.txt\n`;
  });
  let count = 0;
  const wrapped = new WeakMap<object, unknown>();
  const watch = <Value>(value: Value): Value => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return value;
    const target = value as object;
    const known = wrapped.get(target);
    if (known !== undefined) return known as Value;
    if (target instanceof Set || target instanceof Map || "next" in target) return value;
    const proxy = new Proxy(target, {
      get: (object, key) => {
        count++;
        const got: unknown = Reflect.get(object, key);
        return Object.getOwnPropertyDescriptor(object, key)?.configurable === false ? got : watch(got);
      },
      apply: (call, self, given) => watch(Reflect.apply(call as () => unknown, self, given) as unknown),
    });
    wrapped.set(target, proxy);
    return proxy as Value;
  };
  const diagnostics = check(watch(readWorkflow(`steps:\n${lines.join("")}`)));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return count;
}

describe("the work of a check", () => {
  it("grows with the file and not with its square", () => {
    const [small, large] = [looks(200), looks(2000)];
    expect(small).toBeGreaterThan(1000);
    expect(large / small).toBeLessThan(11);
  }, 120_000);
});

describe("the model", () => {
  const tree = readWorkflow(`args: { who: { default: x } }
steps:
  - id: first
    run: echo "\${who}"
  - id: loop
    for_each: $first.json
    item_var: mail
    steps:
      - id: inner
        run: echo "$mail.json $first.json"
      - id: next
        run: echo "$inner.stdout"
  - id: both
    parallel:
      branches:
        - { id: left, run: 'echo "$right.stdout"' }
        - { id: right, run: echo 2 }
  - id: last
    stdin: $left.stdout
    run: cat
`);
  const model = modelOf(tree);
  const step = (id: string) => model.steps.get(id)!.step;

  it("knows which results are there when a step starts", () => {
    expect(model.visibility("first", step("last"))).toBe("ok");
    expect(model.visibility("last", step("first"))).toBe("later");
    expect(model.visibility("last", step("last"))).toBe("itself");
    expect(model.visibility("loop", step("inner"))).toBe("itself");
    expect(model.visibility("inner", step("loop"))).toBe("inner");
    expect(model.visibility("inner", step("last"))).toBe("inner");
    expect(model.visibility("inner", step("next"))).toBe("ok");
    expect(model.visibility("next", step("inner"))).toBe("later");
    expect(model.visibility("mail", step("inner"))).toBe("ok");
    expect(model.visibility("mail", step("loop"))).toBe("loop-variable-outside");
    expect(model.visibility("mail", step("last"))).toBe("loop-variable-outside");
    expect(model.visibility("right", step("left"))).toBe("sibling-branch");
    expect(model.visibility("left", step("last"))).toBe("ok");
    expect(model.visibility("ghost", step("last"))).toBe("unknown");
  });

  it("knows the names of each place", () => {
    expect(model.namesAt(step("inner")).steps.has("mail")).toBe(true);
    expect(model.namesAt(step("last")).steps.has("mail")).toBe(false);
    expect([...model.namesAt(step("inner")).steps]).toEqual(
      expect.arrayContaining(["first", "inner", "mail", "index"]),
    );
    expect(model.namesAt(null).args.has("who")).toBe(true);
  });

  it("lists every reference once, in the order of the file", () => {
    const written = model.references.map(({ ref }) => (ref.kind === "ref" ? ref.id : ref.name));
    expect(written).toEqual(["who", "first", "mail", "first", "inner", "right", "left"]);
  });
});

describe("fixes", () => {
  it("lead to a text that another round leaves as it is", () => {
    const text = `args:
  text: { default: hi }
steps:
  - id: collect
    run: inbox list --json
  - id: use
    env: { T: "$LOBSTER_ARG_TEXT" }
    run: |
      echo "$LOBSTER_STEP_COLLECT_STDOUT" "\${LOBSTER_STEP_COLLECT_JSON_id:-none}"
      echo "\${collect.stdout} $LOBSTER_STEP_COLLECT_STDOUT {{ text }}"
`;
    const once = fixAll(text, (current) => checkText(current));
    expect(once.remaining).toEqual([]);
    expect(once.text).toContain('COLLECT_STDOUT: "$collect.stdout"');
    expect(once.text).toContain('echo "$COLLECT_STDOUT" "${COLLECT_JSON_ID:-none}"');
    expect(fixAll(once.text, (current) => checkText(current)).text).toBe(once.text);
  });
});
