import { EmbeddedActionsParser, type IToken } from "chevrotain";
import {
  Apostrophe,
  Bare,
  Comment,
  Double,
  OpenDouble,
  OpenSingle,
  Pipe,
  pipeTokens,
  Single,
  Space,
} from "./tokens.ts";

/** The pieces of a stage, before anything is known about commands and flags. */
export interface StageTokens {
  readonly words: readonly (readonly IToken[])[];
  readonly gaps: readonly IToken[];
}

export interface PipelineTokens {
  readonly stages: readonly StageTokens[];
  /** `pipes[n]` stands behind `stages[n]`. */
  readonly pipes: readonly IToken[];
}

/**
 * The grammar of pipelines. It is total: every sequence of tokens is a sentence, an empty stage and an open quote
 * included; what is wrong with it is said afterwards. Which words are flags says the catalogue, not the grammar.
 */
export class PipelineParser extends EmbeddedActionsParser {
  constructor(validate = false) {
    super(pipeTokens, { recoveryEnabled: false, maxLookahead: 1, skipValidations: !validate });
    this.performSelfAnalysis();
  }

  read(tokens: IToken[]): PipelineTokens {
    this.input = tokens;
    return this.pipeline();
  }

  readonly pipeline = this.RULE("pipeline", (): PipelineTokens => {
    const pipes: IToken[] = [];
    const stages = [this.SUBRULE(this.stage)];
    this.MANY(() => {
      pipes.push(this.CONSUME(Pipe));
      stages.push(this.SUBRULE2(this.stage));
    });
    return { stages, pipes };
  });

  readonly stage = this.RULE("stage", (): StageTokens => {
    const words: (readonly IToken[])[] = [];
    const gaps: IToken[] = [];
    this.MANY(() =>
      this.OR([
        { ALT: () => void gaps.push(this.SUBRULE(this.gap)) },
        { ALT: () => void words.push(this.SUBRULE(this.word)) },
      ]),
    );
    return { words, gaps };
  });

  readonly gap = this.RULE("gap", (): IToken =>
    this.OR([{ ALT: () => this.CONSUME(Space) }, { ALT: () => this.CONSUME(Comment) }]),
  );

  readonly word = this.RULE("word", (): readonly IToken[] => {
    const pieces: IToken[] = [];
    this.AT_LEAST_ONE(() => pieces.push(this.SUBRULE(this.piece)));
    return pieces;
  });

  readonly piece = this.RULE("piece", (): IToken =>
    this.OR([
      { ALT: () => this.CONSUME(Bare) },
      { ALT: () => this.CONSUME(Single) },
      { ALT: () => this.CONSUME(Double) },
      { ALT: () => this.CONSUME(Apostrophe) },
      { ALT: () => this.CONSUME(OpenSingle) },
      { ALT: () => this.CONSUME(OpenDouble) },
    ]),
  );
}
