import type { EmbeddedActionsParser } from "chevrotain";
import { ConditionParser } from "../condition/parser.ts";
import { PipelineParser } from "../pipe/parser.ts";
import { ExpressionParser } from "../template/parser.ts";
import { ebnf, type GrammarShape, shapeOf } from "./shapes.ts";
import { type TokenSpelling, conditionSpellings, expressionSpellings, pipelineSpellings } from "./spellings.ts";

/** One of the small languages, as its parser has it. */
export interface GrammarDescription {
  readonly name: "pipeline" | "condition" | "template";
  readonly rules: readonly GrammarRule[];
  readonly tokens: readonly GrammarToken[];
}

export interface GrammarRule {
  readonly name: string;
  readonly shape: GrammarShape;
  /** The right side in EBNF. */
  readonly ebnf: string;
}

export interface GrammarToken extends TokenSpelling {
  readonly name: string;
}

/**
 * The grammars of pipelines, conditions and template expressions, read off the parsers themselves, so that the pages made
 * of them cannot say anything else than the program does.
 */
export function describeGrammar(): readonly GrammarDescription[] {
  return [
    described("pipeline", new PipelineParser(), pipelineSpellings),
    described("condition", new ConditionParser(), conditionSpellings),
    described("template", new ExpressionParser(), expressionSpellings),
  ];
}

function described(
  name: GrammarDescription["name"],
  parser: EmbeddedActionsParser,
  spellings: Readonly<Record<string, TokenSpelling | null>>,
): GrammarDescription {
  const unwritten = new Set(Object.keys(spellings).filter((token) => spellings[token] === null));
  const spell = (token: string): string => spellings[token]?.ebnf ?? token;
  const rules = parser.getSerializedGastProductions().map((production): GrammarRule => {
    const rule = production as typeof production & { readonly name: string };
    const shape = shapeOf(rule, unwritten);
    return { name: rule.name, shape, ebnf: ebnf(shape, spell) };
  });
  const tokens = Object.entries(spellings).flatMap(([token, spelling]) =>
    spelling === null ? [] : [{ name: token, ...spelling }],
  );
  return { name, rules, tokens };
}
