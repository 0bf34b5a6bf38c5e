import { compile, compileCheck, formatPlan } from "@lobster-lang/compiler";
import { describe, expect, it } from "vitest";

const source = `name: inbox
args:
  tag: {default: family}
steps:
  - id: collect
    run: inbox list --json
  - id: apply
    run: inbox apply
    stdin: $collect.stdout
    approval: Apply?
`;
const options = { fileName: "inbox.lobster" };

/** The plan that was committed when the source looked like this. */
function committed(text: string, withSource = true): string {
  return formatPlan(compile(text, {}, { ...options, source: withSource }).plan!);
}

/** What `lobster compile --check` has to say; empty when the plan is fresh. */
function complaint(planText: string, sourceText: string): string {
  const result = compileCheck(planText, sourceText, {}, options);
  return result.fresh ? "" : result.message;
}

describe("is the committed plan fresh?", () => {
  it("yes, for the plan of the source, however it is indented", () => {
    expect(complaint(committed(source), source)).toBe("");
    expect(complaint(JSON.stringify(JSON.parse(committed(source))), source)).toBe("");
  });

  it("no, when a step changed: it is named", () => {
    expect(complaint(committed(source), source.replace("inbox list", "inbox list --all"))).toBe(
      "the committed plan is not what the source compiles to: step `collect` differs; compile it again",
    );
  });

  it("no, when steps came, went or moved, or an argument changed", () => {
    const added = source.replace("steps:\n", "steps:\n  - id: first\n    run: date\n");
    expect(complaint(committed(source), added)).toContain("step `first` is new");
    expect(complaint(committed(added), source)).toContain("step `first` is gone");
    expect(complaint(committed(source), source.replace("family", "work"))).toContain("`args` differs");
  });

  it("no, when a gate was taken out of the committed plan by hand", () => {
    const plan = JSON.parse(committed(source));
    plan.steps[1].gate = null;
    plan.requires.gates = [];
    expect(complaint(JSON.stringify(plan), source)).toContain("step `apply` differs");
  });

  it("says so when only the places moved, and then --no-source is the way out", () => {
    const commented = `# who owns this\n${source}`;
    expect(complaint(committed(source), commented)).toContain("its `source` section is of an older text");
    expect(complaint(committed(source, false), commented)).toBe("");
  });

  it("no, when the source does not compile, with the findings", () => {
    const result = compileCheck(committed(source), source.replace("$collect.", "$colect."), {}, options);
    expect(result).toMatchObject({ fresh: false, rule: "stale-plan", diagnostics: [{ rule: "unknown-step" }] });
  });

  it("no, when the committed file is no plan", () => {
    expect(complaint("{}", source)).toBe(
      "the committed plan cannot be used: this is no plan: `planVersion` is missing",
    );
  });
});
