import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { conditionOf, pipelineOf, wholeText } from "@lobster-lang/grammar";
import type { Problem } from "@lobster-lang/language";

/*
 * The measured cases of the original, as far as the text alone decides: what it parsed we parse alike, what it refused we
 * refuse, what it silently misread we report. Each other outcome stands here with the decision that it follows from.
 */

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: {
    readonly parse?: string;
    readonly pipeline?: string;
    readonly template?: string;
    readonly expr?: unknown;
  };
  readonly observed: {
    readonly stages?: readonly { readonly name: string; readonly args: unknown }[];
    readonly error?: string;
  };
}

const cases = readFileSync(join(import.meta.dirname, "../../../test/conformance/cases/language.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Case);

function isError(problem: Problem): boolean {
  return problem.severity === undefined || problem.severity === "error";
}

/** The rules of the errors of a pipeline. */
function errorsOf(text: string): string[] {
  return [
    ...new Set(
      pipelineOf(text)
        .problems.filter(isError)
        .map(({ rule }) => rule),
    ),
  ];
}

/** A stage in the shape of the cases. */
function stagesOf(text: string): unknown {
  return pipelineOf(text).stages.map((stage) => {
    const args: Record<string, unknown> = { _: [] };
    for (const { form, flag, writtenName, value } of stage.bound) {
      if (form === "positional") (args["_"] as unknown[]).push(value?.text);
      else args[flag ?? writtenName ?? ""] = value?.text ?? true;
    }
    return { name: stage.name?.text ?? null, args };
  });
}

describe("pipelines that the original parsed", () => {
  const differs: Readonly<Record<string, string>> = {
    "p-comment": "comments are reported",
    "p-comment-first": "comments are reported",
    "p-backslash-newline-unquoted": "D41",
    "p-empty-token": "D25",
    "p-empty-name": "D25",
    "p-flag-empty-value": "D25",
    "p-sq-trailing-backslash": "D25",
    "p-sq-trailing-backslash-pipe": "D25",
    "p-flag-underscore-crash": "a flag of that name is no special one",
  };
  const parsed = cases.filter((one) => one.input.parse !== undefined);

  test.each(parsed.map((one) => [one.id, one] as const))("%s", (id, { input, observed }) => {
    const text = input.parse!;
    const syntax = errorsOf(text).filter((rule) => rule === "pipeline-syntax");
    const same = observed.stages === undefined ? syntax.length > 0 : isSame(stagesOf(text), observed.stages);
    expect(same, differs[id] ?? "as the original").toBe(differs[id] === undefined);
    if (observed.stages !== undefined && differs[id] === undefined) expect(syntax).toEqual([]);
  });
});

function isSame(ours: unknown, theirs: unknown): boolean {
  try {
    expect(ours).toEqual(theirs);
    return true;
  } catch {
    return false;
  }
}

describe("pipelines that the original ran", () => {
  /** Silently misread there: an error of this rule here. */
  const reported: Readonly<Record<string, string>> = {
    "r-json-then": "stage-after-renderer",
    "r-table-then": "stage-after-renderer",
    "r-head-positional": "extra-positional",
    "r-head-wrong-flag": "unknown-flag",
    "r-head-bare-flag": "missing-flag-value",
    "r-head-empty-eq": "missing-flag-value",
    "r-where-inner-quotes": "where-syntax",
    "r-where-triple": "where-syntax",
    "r-where-arrow": "where-syntax",
    "r-where-tilde": "where-syntax",
    "r-pick-words": "pick-syntax",
    "r-map-filter": "map-syntax",
    "r-sort-positional": "extra-positional",
    "r-sort-desc-swallow": "extra-positional",
    "r-sort-bare-key": "missing-flag-value",
    "r-dedupe-positional": "extra-positional",
    "r-exec-shell-bare": "missing-flag-value",
    "r-template-no-items": "unknown-filter",
  };
  /** Refused there, fine here; or refused only when it runs. */
  const accepted: Readonly<Record<string, string>> = {
    "r-exec-json-swallow": "D26",
    "r-exec-fail": "at run time",
    "r-exec-missing": "at run time",
    "r-ask-bad-schema": "comes with its stage",
  };

  test.each(cases.filter((one) => one.input.pipeline !== undefined).map((one) => [one.id, one] as const))(
    "%s",
    (id, { input, observed }) => {
      const errors = errorsOf(input.pipeline!);
      if (reported[id] !== undefined) expect(errors).toEqual([reported[id]]);
      else if (observed.error === undefined || accepted[id] !== undefined) expect(errors).toEqual([]);
      else expect(errors).not.toEqual([]);
    },
  );
});

describe("templates that the original rendered", () => {
  /** Rendered to nothing that the author meant: reported here. */
  const reported = new Set(["f-replace-brace", "f-path-this-x"]);

  test.each(cases.filter((one) => one.kind === "filter").map((one) => [one.id, one] as const))(
    "%s",
    (id, { input, observed }) => {
      const quote = input.template!.includes("'") ? '"' : "'";
      const errors = errorsOf(`template --text ${quote}${input.template}${quote}`);
      if (observed.error !== undefined) expect(errors).toEqual(["unknown-filter"]);
      else expect(errors).toEqual(reported.has(id) ? ["template-syntax"] : []);
    },
  );
});

describe("conditions that the original evaluated", () => {
  const differs: Readonly<Record<string, string>> = {
    "c-arr-bracket": "D46",
    "c-unknown-ref": "the checker's",
    "c-unknown-ref-not": "the checker's",
    "c-no-short-circuit-and": "the checker's",
    "c-self-ref": "the checker's",
  };
  const texts = cases.filter((one) => one.kind === "condition" && typeof one.input.expr === "string");

  test.each(texts.map((one) => [one.id, one] as const))("%s", (id, { input, observed }) => {
    const { problems } = conditionOf(wholeText(String(input.expr)));
    const refused = observed.error !== undefined && differs[id] === undefined;
    expect(problems.length > 0).toBe(refused);
  });
});
