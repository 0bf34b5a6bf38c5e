import { EmbeddedActionsParser, type IToken } from "chevrotain";
import type { CompareOperator, ConditionNode, Embedded, LiteralNode, TextSource } from "@lobster-lang/language";
import { covering } from "@lobster-lang/language";
import { argNode, refNode } from "../text/parts.ts";
import { argAt, refAt } from "../text/scan.ts";
import { placeIn, wholeText } from "../text/text-source.ts";
import { endOf } from "./mender.ts";
import {
  And,
  Arg,
  Close,
  Compare,
  conditionTokens,
  False,
  Missing,
  Not,
  Null,
  NumberLiteral,
  Open,
  OpenText,
  Or,
  Ref,
  Text,
  True,
  Word,
} from "./tokens.ts";

/**
 * The grammar of conditions (original-language.md 11 and language.md "Conditions"). It is exactly the documented one:
 * repair.ts mends the tokens beforehand, so this parser never meets a fault. Rule names are those of the grammar page.
 */
export class ConditionParser extends EmbeddedActionsParser {
  private source: TextSource = wholeText("");

  constructor(validate = false) {
    super(conditionTokens, { recoveryEnabled: false, maxLookahead: 1, skipValidations: !validate });
    this.performSelfAnalysis();
  }

  /** The tree of mended tokens. */
  read(tokens: IToken[], source: TextSource): ConditionNode {
    this.source = source;
    this.input = tokens;
    return this.condition();
  }

  readonly condition = this.RULE("condition", (): ConditionNode => this.SUBRULE(this.disjunction));

  readonly disjunction = this.RULE("disjunction", (): ConditionNode => {
    let left = this.SUBRULE(this.conjunction);
    this.MANY(() => {
      const operator = this.CONSUME(Or);
      const right = this.SUBRULE2(this.conjunction);
      left = this.ACTION(() => this.logical("||", operator, left, right));
    });
    return left;
  });

  readonly conjunction = this.RULE("conjunction", (): ConditionNode => {
    let left = this.SUBRULE(this.comparison);
    this.MANY(() => {
      const operator = this.CONSUME(And);
      const right = this.SUBRULE2(this.comparison);
      left = this.ACTION(() => this.logical("&&", operator, left, right));
    });
    return left;
  });

  readonly comparison = this.RULE("comparison", (): ConditionNode => {
    let left = this.SUBRULE(this.unary);
    this.OPTION(() => {
      const operator = this.CONSUME(Compare);
      const right = this.SUBRULE(this.value);
      left = this.ACTION(() => ({
        kind: "compare",
        ...this.spanning(left, right),
        operator: comparison(operator.image),
        operatorSpan: this.place(operator),
        left,
        right,
      }));
    });
    return left;
  });

  readonly unary = this.RULE("unary", (): ConditionNode => {
    const nots: IToken[] = [];
    this.MANY(() => nots.push(this.CONSUME(Not)));
    const operand = this.SUBRULE(this.primary);
    return this.ACTION(() => this.negated(nots, operand));
  });

  /** The right side of a comparison: a word may stand there without quotes. */
  readonly value = this.RULE("value", (): ConditionNode => {
    const nots: IToken[] = [];
    this.MANY(() => nots.push(this.CONSUME(Not)));
    const operand = this.OR<ConditionNode>([
      { ALT: () => this.SUBRULE(this.primary) },
      {
        ALT: () => {
          const token = this.CONSUME(Word);
          return this.ACTION(() => this.literal(token, token.image, "bare"));
        },
      },
    ]);
    return this.ACTION(() => this.negated(nots, operand));
  });

  readonly primary = this.RULE("primary", (): ConditionNode =>
    this.OR<ConditionNode>([
      {
        ALT: () => {
          const open = this.CONSUME(Open);
          const inner = this.SUBRULE(this.disjunction);
          const close = this.CONSUME(Close);
          // The parentheses belong to the span, so that `(!a) == b` can be told from `!a == b`.
          return this.ACTION(() => ({ ...inner, ...this.spanning(this.place(open), this.place(close)) }));
        },
      },
      {
        ALT: () => {
          const token = this.CONSUME(Ref);
          return this.ACTION(() => {
            const { text } = this.source;
            return refNode(text, token.startOffset, refAt(text, token.startOffset)!, this.placed);
          });
        },
      },
      {
        ALT: () => {
          const token = this.CONSUME(Arg);
          return this.ACTION(() => {
            const { text } = this.source;
            return argNode(text, token.startOffset, argAt(text, token.startOffset)!, this.placed);
          });
        },
      },
      {
        ALT: () => {
          const token = this.CONSUME(Text);
          return this.ACTION(() => this.literal(token, unquoted(token), "quoted"));
        },
      },
      {
        ALT: () => {
          const token = this.CONSUME(NumberLiteral);
          return this.ACTION(() => this.literal(token, Number(token.image), "number"));
        },
      },
      {
        ALT: () => {
          const token = this.CONSUME(True);
          return this.ACTION(() => this.literal(token, true, "keyword"));
        },
      },
      {
        ALT: () => {
          const token = this.CONSUME(False);
          return this.ACTION(() => this.literal(token, false, "keyword"));
        },
      },
      {
        ALT: () => {
          const token = this.CONSUME(Null);
          return this.ACTION(() => this.literal(token, null, "keyword"));
        },
      },
      {
        ALT: () => {
          const token = this.CONSUME(Missing);
          return this.ACTION((): ConditionNode => ({ kind: "missing", ...this.place(token) }));
        },
      },
    ]),
  );

  private readonly placed = (start: number, end: number): Embedded => placeIn(this.source, start, end);

  private place(token: IToken): Embedded {
    return this.placed(token.startOffset, endOf(token));
  }

  private spanning(first: Embedded, last: Embedded): Embedded {
    const { start, end } = covering(first.span, last.span);
    return this.placed(start, end);
  }

  private literal(token: IToken, value: LiteralNode["value"], form: LiteralNode["form"]): LiteralNode {
    return { kind: "value", ...this.place(token), value, form };
  }

  private logical(operator: "&&" | "||", token: IToken, left: ConditionNode, right: ConditionNode): ConditionNode {
    return { kind: "logical", ...this.spanning(left, right), operator, operatorSpan: this.place(token), left, right };
  }

  private negated(nots: readonly IToken[], operand: ConditionNode): ConditionNode {
    return nots.reduceRight<ConditionNode>(
      (inner, not) => ({ kind: "not", ...this.spanning(this.place(not), inner), operand: inner }),
      operand,
    );
  }
}

/** Text between quotes: a backslash takes the next character as it is (`\n` is `n`). */
function unquoted(token: IToken): string {
  const inner = token.image.slice(1, token.tokenType === OpenText ? undefined : -1);
  return inner.replace(/\\([^])/g, "$1");
}

function comparison(image: string): CompareOperator {
  switch (image) {
    case "!=":
    case "<=":
    case ">=":
    case "<":
    case ">":
      return image;
    default:
      return "==";
  }
}
