import { describe, expect, test } from "vitest";
import { ConditionParser } from "../src/condition/parser.ts";
import { conditionTokens, createConditionLexer } from "../src/condition/tokens.ts";
import { PipelineParser } from "../src/pipe/parser.ts";
import { createPipeLexer, pipeTokens } from "../src/pipe/tokens.ts";
import { ExpressionParser } from "../src/template/parser.ts";
import { createTemplateLexer, templateTokens } from "../src/template/tokens.ts";

/*
 * The product builds its parsers without the library's self-checks, which cost start-up time; here they run: ambiguous
 * alternatives, left recursion, unreachable tokens, missing names.
 */

describe("the grammars pass the checks that the product leaves out", () => {
  test("parsers", () => {
    expect(() => new PipelineParser(true)).not.toThrow();
    expect(() => new ConditionParser(true)).not.toThrow();
    expect(() => new ExpressionParser(true)).not.toThrow();
  });

  test("lexers", () => {
    for (const lexer of [createPipeLexer(true), createConditionLexer(true), createTemplateLexer(true)]) {
      expect(lexer.lexerDefinitionErrors).toEqual([]);
    }
  });

  test("names of tokens are unique", () => {
    for (const tokens of [pipeTokens, conditionTokens, templateTokens]) {
      const names = tokens.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});
