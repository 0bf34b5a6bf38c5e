import { EmbeddedActionsParser, type IToken } from "chevrotain";
import { Bar, Chunk, OpenQuote, Quoted, Space, templateTokens } from "./tokens.ts";

export interface FilterTokens {
  readonly name: IToken | null;
  /** The glued tokens of each argument. */
  readonly arguments: readonly (readonly IToken[])[];
}

export interface ExpressionTokens {
  readonly path: readonly IToken[];
  readonly bars: readonly IToken[];
  readonly filters: readonly FilterTokens[];
}

/** The grammar of `{{ path | filter argument … }}`. Total: what is wrong with a filter is said afterwards. */
export class ExpressionParser extends EmbeddedActionsParser {
  constructor(validate = false) {
    super(templateTokens, { recoveryEnabled: false, maxLookahead: 1, skipValidations: !validate });
    this.performSelfAnalysis();
  }

  read(tokens: IToken[]): ExpressionTokens {
    this.input = tokens;
    return this.expression();
  }

  readonly expression = this.RULE("expression", (): ExpressionTokens => {
    const bars: IToken[] = [];
    const filters: FilterTokens[] = [];
    const path = this.SUBRULE(this.path);
    this.MANY(() => {
      bars.push(this.CONSUME(Bar));
      filters.push(this.SUBRULE(this.filter));
    });
    return { path, bars, filters };
  });

  readonly path = this.RULE("path", (): readonly IToken[] => {
    const tokens: IToken[] = [];
    this.MANY(() =>
      this.OR([
        { ALT: () => void tokens.push(this.CONSUME(Chunk)) },
        { ALT: () => void tokens.push(this.CONSUME(Space)) },
        { ALT: () => void tokens.push(this.CONSUME(Quoted)) },
        { ALT: () => void tokens.push(this.CONSUME(OpenQuote)) },
      ]),
    );
    return tokens;
  });

  readonly filter = this.RULE("filter", (): FilterTokens => {
    let name: IToken | null = null;
    const given: (readonly IToken[])[] = [];
    this.OPTION1(() => this.CONSUME1(Space));
    this.OPTION2(() => {
      name = this.CONSUME(Chunk);
    });
    this.MANY(() =>
      this.OR([{ ALT: () => void this.CONSUME2(Space) }, { ALT: () => void given.push(this.SUBRULE(this.argument)) }]),
    );
    return { name, arguments: given };
  });

  readonly argument = this.RULE("argument", (): readonly IToken[] =>
    this.OR<readonly IToken[]>([
      { ALT: () => [this.CONSUME(Quoted)] },
      {
        ALT: () => {
          const tokens: IToken[] = [];
          this.AT_LEAST_ONE(() =>
            this.OR2([
              { ALT: () => void tokens.push(this.CONSUME(Chunk)) },
              { ALT: () => void tokens.push(this.CONSUME(OpenQuote)) },
            ]),
          );
          return tokens;
        },
      },
    ]),
  );
}
