import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyFixes, fixAll, type Diagnostic } from "@lobster-lang/checker";

function finding(edits: [start: number, end: number, text: string][], safe = true): Diagnostic {
  const fix = { title: "mend", safe, edits: edits.map(([start, end, text]) => ({ range: { start, end }, text })) };
  return { rule: "r", severity: "error", range: { start: 0, end: 1 }, message: "m", related: [], fixes: [fix] };
}

/** Reads a variable, and declares it at the top. */
function declaring(at: number): Diagnostic {
  return finding([
    [0, 0, "A: 1\n"],
    [at, at + 1, "$A"],
  ]);
}

function tooShort(text: string): Diagnostic[] {
  return text.length < 4 ? [finding([[0, 0, "x"]])] : [];
}

function flipping(text: string): Diagnostic[] {
  return [finding([[0, 1, text === "a" ? "b" : "a"]])];
}

describe("applying fixes", () => {
  it("puts all edits of a fix in, wherever they stand", () => {
    const fix = finding([
      [6, 11, "there"],
      [0, 5, "hi"],
    ]);
    expect(applyFixes("hello world", [fix]).text).toBe("hi there");
  });

  it("leaves a fix whole for the next round when it touches one that is in already", () => {
    const first = finding([[0, 5, "hi"]]);
    const second = finding([
      [3, 8, "x"],
      [9, 9, "!"],
    ]);
    const result = applyFixes("hello world", [first, second]);
    expect(result.text).toBe("hi world");
    expect(result.applied).toEqual([first]);
  });

  it("makes an edit that two fixes share only once", () => {
    expect(applyFixes("x y x", [declaring(0), declaring(4)]).text).toBe("A: 1\n$A y x");
    expect(applyFixes("-x y x", [declaring(1), declaring(5)]).text).toBe("A: 1\n-$A y $A");
  });

  it("does not choose an order for two insertions at one place", () => {
    const result = applyFixes("x", [finding([[0, 0, "a"]]), finding([[0, 0, "b"]])]);
    expect(result.text).toBe("ax");
  });

  it("takes offered fixes only when asked", () => {
    const offered = finding([[0, 1, "y"]], false);
    expect(applyFixes("x", [offered]).text).toBe("x");
    expect(applyFixes("x", [offered], { unsafe: true }).text).toBe("y");
  });

  it("goes on until no fix is left, and stops when two rules disagree", () => {
    expect(fixAll("", tooShort)).toMatchObject({ text: "xxxx", remaining: [] });
    expect(fixAll("a", flipping).applied).toHaveLength(10);
  });

  it("never loses text outside of its edits", () => {
    const edits = fc.array(fc.tuple(fc.nat(30), fc.nat(5), fc.string({ maxLength: 3 })), { maxLength: 6 });
    fc.assert(
      fc.property(fc.string({ minLength: 40, maxLength: 40 }), edits, (text, list) => {
        const fixes = list.map(([start, length, word]) => finding([[start, start + length, word]]));
        const { text: result, applied } = applyFixes(text, fixes);
        const untouched = Array.from(text, (_, at) => at).filter(
          (at) => !applied.some(({ fixes: [fix] }) => fix!.edits.some((e) => e.range.start <= at && at < e.range.end)),
        );
        const kept = untouched.map((at) => text[at]);
        let from = 0;
        for (const unit of kept) {
          const at = result.indexOf(unit!, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + 1;
        }
      }),
    );
  });
});
