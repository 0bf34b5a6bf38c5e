import { canonicalJson, formatPlan, planHash, type Plan } from "@lobster-lang/plan";
import { describe, expect, it } from "vitest";
import { smallPlan } from "./small-plan.ts";

describe("canonical JSON (RFC 8785)", () => {
  it("writes the RFC's own example", () => {
    const value = {
      numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it("sorts keys by UTF-16 code units, as in section 3.2.3", () => {
    const value = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    expect(Object.keys(JSON.parse(canonicalJson(value)) as object)).toHaveLength(7);
    expect([...canonicalJson(value).matchAll(/:"([^"]*)"/g)].map((match) => match[1])).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  // Appendix B: IEEE 754 bits and their JSON.
  it.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["41b3de4355555556", "333333333.3333334"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ])("writes the number with the bits %s as %s", (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, "hex").readDoubleBE())).toBe(text);
  });

  it.each([
    ["NaN", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
    ["undefined in a list", [undefined]],
    ["half a surrogate pair", "\ud800"],
    ["half a surrogate pair in a key", { "\udc00": 1 }],
  ])("refuses %s", (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it("keeps a key called __proto__", () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"x":2}}'))).toBe('{"__proto__":{"x":2},"b":1}');
  });
});

describe("the hash of a plan", () => {
  it("does not see the source section, nor the order of keys", () => {
    const moved: Plan = {
      ...(Object.fromEntries(Object.entries(smallPlan).toReversed()) as unknown as Plan),
      source: { file: "a.lobster", sha256: "0".repeat(64), ranges: {} },
    };
    expect(planHash(moved)).toBe(planHash(smallPlan));
  });

  it("sees one changed character of a script", () => {
    const [step] = smallPlan.steps;
    const script = { text: "inbox list --jsom", bindings: [] };
    const changed: Plan = { ...smallPlan, steps: [{ ...step!, action: { kind: "shell", script } }] };
    expect(planHash(changed)).not.toBe(planHash(smallPlan));
    expect(planHash(changed)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("a plan as a file", () => {
  it("has its keys in canonical order, two blanks of indent and a final newline", () => {
    const text = formatPlan(smallPlan);
    expect(text.startsWith('{\n  "args": [],\n  "costLimit": null,\n')).toBe(true);
    expect(text.endsWith("}\n")).toBe(true);
    expect(JSON.parse(text)).toEqual(smallPlan);
  });

  it("keeps keys that look like numbers in order as well", () => {
    const plan: Plan = { ...smallPlan, args: [{ ...anyArg, default: { "10": 1, "9": 2, a: 3 } }] };
    expect(formatPlan(plan)).toMatch(/"10": 1,\s+"9": 2,\s+"a": 3/);
  });
});

const anyArg = {
  name: "a",
  variable: "LOBSTER_ARG_A",
  type: "object",
  required: false,
  default: null,
  hasDefault: true,
  enum: null,
  secret: false,
  description: null,
} as const;
