import type { Lexer } from "chevrotain";
import type { ConditionText, Problem, TextSource } from "@lobster-lang/language";
import { placeIn, wholeText } from "../text/text-source.ts";
import { ConditionParser } from "./parser.ts";
import { repair } from "./repair.ts";
import { simpleCondition } from "./simple.ts";
import { createConditionLexer } from "./tokens.ts";

interface Tools {
  readonly lexer: Lexer;
  readonly parser: ConditionParser;
}

let built: Tools | null = null;

/** Built on first use and kept: building costs more than parsing. */
function tools(): Tools {
  built ??= { lexer: createConditionLexer(), parser: new ConditionParser() };
  return built;
}

/**
 * Reads the text of a `when:` / `condition:` (original-language.md 11, language.md "Conditions", D19–D22). Always gives a
 * tree; every fault is a problem of rule `bad-condition` that names the other language's form and the right spelling.
 */
export function conditionOf(source: TextSource): ConditionText {
  const expression = simpleCondition(source);
  if (expression === null) return conditionByGrammar(source);
  const { span, range } = placeIn(source, 0, source.text.length);
  return { kind: "condition", span, range, source, expression, problems: [] };
}

/** The same by the grammar alone, which reads every text. */
export function conditionByGrammar(source: TextSource): ConditionText {
  const { lexer, parser } = tools();
  const { tokens } = lexer.tokenize(source.text);
  const mended = repair(source, tokens, rightSpelling);
  return {
    kind: "condition",
    ...placeIn(source, 0, source.text.length),
    source,
    expression: parser.read(mended.tokens, source),
    problems: mended.problems,
  };
}

/** A condition from within foreign braces in the right spelling, or null where that is not certain. */
function rightSpelling(text: string): string | null {
  const { problems } = conditionOf(wholeText(text));
  const right = withFixes(text, problems);
  return right !== null && conditionOf(wholeText(right)).problems.length === 0 ? right : null;
}

function withFixes(text: string, problems: readonly Problem[]): string | null {
  const edits = problems.map((problem) => problem.fixes?.[0]?.edits[0] ?? null);
  let right = text;
  let before = text.length;
  for (const edit of edits.toReversed()) {
    if (edit === null || edit.range.end > before) return null;
    right = right.slice(0, edit.range.start) + edit.text + right.slice(edit.range.end);
    before = edit.range.start;
  }
  return right;
}
