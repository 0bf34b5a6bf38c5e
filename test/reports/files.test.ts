import { describe, expect, it } from "vitest";
import { check, fixAll } from "@lobster-lang/checker";
import { readWorkflow } from "@lobster-lang/grammar";
import { elsewhere, inputOf, later, rows, storyOf } from "./rows.ts";

// Each public report about a file's text: what `lobster check` says about its input, and where. `rule: text`.

function foundIn(text: string, fileName = "flow.lobster"): string[] {
  return check(readWorkflow(text, { fileName })).map(
    ({ rule, range }) => `${rule}: ${text.slice(range.start, range.end)}`,
  );
}

const expected: Readonly<Record<string, readonly string[]>> = {
  R001: ["per-step-env-var: LOBSTER_STEP_PROBE_JSON_hot"],
  // The script sets `f` itself, so `$f.bak` is left to the shell, with a word about the step of that name.
  // Values are data (D1): nothing to warn about in quotes.
  R002: [],
  R003: [],
  R006: ["shell-variable-collision: $f.bak"],
  R007: ["reference-swallows-text: $n.stdout.txt", "reference-swallows-text: $n.stdout_old"],
  R008: ["unknown-field: jsn"],
  R009: ["unknown-json-path: -at"],
  // `.length` of a list is ours (language.md "References").
  R011: [],
  R013: ["braced-reference: ${a.stdout}", "foreign-template: {{a.stdout}}"],
  // Prompts are templated (D29), and this gate shows its stdin.
  R014: [],
  R017: ["missing-id: name"],
  R019: ["unreferencable-id: fetch.v1", "unreferencable-id: größe", "unknown-step: fetch"],
  R020: ["yaml-syntax: :"],
  R021: ["yaml-syntax: ["],
  R022: ["folded-script: <<T"],
  R025: ["several-actions: command"],
  R026: ['condition-never-true: "true"', "duplicate-condition: condition"],
  // `.stdout` compares without its last line break (D19).
  R030: [],
  R032: ["bad-condition: and", "bad-condition: ="],
  R034: ["unknown-step: gaet"],
  // `.exitCode` is a spelling of `.exit_code`.
  R036: ["unknown-field: failed"],
  R037: ["inert-key: when", "bad-condition: yes"],
  R038: ["bad-condition: <"],
  R039: ["dead-refusal-branch: !$gate.approved"],
  // The documented sample does this; only the editor, or a configuration, asks for the hint.
  R057: [],
  // The gate is always asked (D6).
  R058: [],
  R060: ["gate-that-says-no: no"],
  R061: ["not-a-gate: approval", 'condition-never-true: "false"'],
  R074: ["unknown-key: schema"],
  R076: ["arg-shorthand: Paris"],
  // Numbers and booleans are text as spelled (D13).
  R080: [],
  R081: ["env-not-expanded: $BASE", "env-not-expanded: $PATH"],
  R082: ["unquoted-value: $dir.stdout"],
  R089: [],
  R096: ["step-not-yet-run: $a.stdout"],
  R100: ["unknown-key: flow"],
  R101: ["unknown-key: lobster", "unknown-key: loop"],
  R102: ["unknown-key: fork", "unknown-key: join"],
  // Without a provider's word the price of a new model is not known, and the limit says so.
  R111: ["cost-limit: some-new-model"],
  R112: ["inert-key: batch_size"],
  R113: ["unknown-key: attempts"],
  R115: [],
  R123: ["unmarked-secret: token"],
  // The bridge works here, wherever the gateway's address and token are set.
  R126: [],
  R146: ["nested-lobster: lobster"],
  R137: ["unknown-step: ghost", "unknown-arg: ${missing}"],
  R147: ["unknown-key: requires"],
  R150: ["bad-condition: ="],
  R151: ["unknown-step: ghost"],
  R153: ["unknown-step: ghost"],
  R154: ["unknown-step: ghost"],
  R156: ["yaml-syntax: \t"],
  R159: ["bad-condition: # only on mondays"],
  R160: [],
  R162: ["duplicate-key: <<"],
  R164: [],
  R165: [],
  R168: ["yaml-syntax: *nowhere"],
  R170: ["bad-condition: off"],
  R171: ["several-documents: ---"],
  R173: ["unknown-key: timeout_m"],
  R184: ["not-lobster: services"],
  R187: [],
  R188: [],
  R189: ['condition-never-true: "$a.json.ok" == "true"'],
  R194: [],
  // Not an error, and not about injection: a step that runs was not skipped.
  R203: ["field-never-set: $a.skipped"],
  R208: ["duplicate-key: run"],
  R209: ["not-lobster: jobs"],
};

/** Milliseconds for a chain of steps, each with the one before as its condition. */
function chain(count: number): number {
  const steps = Array.from({ length: count }, (_, n) =>
    n === 0 ? "  - {id: s0, run: echo 0}\n" : `  - {id: s${n}, when: $s${n - 1}.json.ok, run: echo ${n}}\n`,
  );
  const tree = readWorkflow(`steps:\n${steps.join("")}`);
  const start = performance.now();
  expect(check(tree)).toEqual([]);
  return performance.now() - start;
}

describe("public reports about the text of a file", () => {
  it.each(Object.keys(expected).map((id) => [storyOf(id), id] as const))("%s", (_story, id) => {
    const text = id === "R089" ? inputOf(id).replace(/\s*\(saved as.*/, "") : inputOf(id);
    expect(foundIn(text, id === "R089" ? "flow.json" : "flow.lobster")).toEqual(expected[id]);
  });

  it("R001: the fix leads to a file that is clean", () => {
    const fixed = fixAll(inputOf("R001"), (text) => check(readWorkflow(text)));
    expect(fixed.remaining).toEqual([]);
    expect(fixed.text).toContain("PROBE_JSON_HOT: $probe.json.hot");
  });

  it("R020: a quoted colon is fine", () => {
    expect(foundIn("steps:\n  - id: a\n    run: bash -c 'echo \"hi\"'\n")).toEqual([]);
  });

  it("R039: testing an approved gate is what the sample does, and no finding", () => {
    expect(foundIn(inputOf("R039").replace('"!$gate.approved"', "$gate.approved"))).toEqual([]);
  });

  it("R154: columns after \\r\\n are those of the line", () => {
    const text = inputOf("R154");
    const [ghost] = check(readWorkflow(text));
    const line = text.slice(0, ghost!.range.start).split("\n");
    expect([line.length, line.at(-1)!.length]).toEqual([5, "      echo $".length]);
    expect(text.slice(ghost!.range.start, ghost!.range.end)).not.toContain("\r");
  });

  it("R156, R179, R180: a broken part is one short finding, and the rest is still checked", () => {
    for (const id of ["R156", "R179", "R180"]) {
      const text = inputOf(id);
      const [first] = check(readWorkflow(text)).filter(({ rule }) => rule === "yaml-syntax");
      expect(first, id).toBeDefined();
      expect(text.slice(first!.range.start, first!.range.end), id).not.toContain("\n");
    }
  });

  it("R169: aliases that grow without end are a fault, found at once", () => {
    const start = performance.now();
    expect(foundIn(inputOf("R169")).some((finding) => finding.startsWith("yaml-syntax: *"))).toBe(true);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it("R181: five thousand steps in a chain take time by their number, not by its square", () => {
    chain(500);
    const [small, large] = [chain(500), chain(5000)];
    expect(large).toBeLessThan(Math.max(small * 40, 2000));
  }, 120_000);

  it("R196: an ignore works above the key and as a line of the script, for one node, and says when it is idle", () => {
    const inScript = inputOf("R196").replace("shell-injection", "unknown-arg");
    expect(foundIn(inScript)).toEqual([]);
    const aboveKey = "steps:\n  - id: a\n    # lobster-ignore: unknown-arg\n    run: |\n      echo ${mode}\n";
    expect(foundIn(aboveKey)).toEqual([]);
    expect(foundIn(inputOf("R196"))).toContain("unused-ignore: shell-injection");
  });
});

describe("ranges", () => {
  it("R193: of maps in braces end at the last brace, also at the end of a file without a line break", () => {
    for (const text of [inputOf("R193").trimEnd(), `${inputOf("R193").trimEnd()}   `]) {
      const [step] = readWorkflow(text).steps;
      expect(text.slice(step!.range.start, step!.range.end)).toBe("{id: a, run: echo 1}");
    }
    const text = "steps: [{id: a, rn: echo 1}]";
    const fixed = fixAll(text, (now) => check(readWorkflow(now)));
    expect(fixed.text).toBe("steps: [{id: a, run: echo 1}]");
  });
});

describe("the list of reports", () => {
  it("has every report tested somewhere here, or named with the reason why not yet", async () => {
    const { readdirSync, readFileSync } = await import("node:fs");
    const folder = new URL("./", import.meta.url);
    const tests = readdirSync(folder)
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => readFileSync(new URL(name, folder), "utf8"))
      .join("\n");
    const listed = { ...later, ...elsewhere };
    expect([...rows.keys()].filter((id) => !tests.includes(id) && listed[id] === undefined)).toEqual([]);
    expect(Object.keys(listed).filter((id) => !rows.has(id))).toEqual([]);
    for (const [id, path] of Object.entries(elsewhere)) {
      expect(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"), path).toContain(id);
    }
  });
});
