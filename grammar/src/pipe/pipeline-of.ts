import type { IToken, Lexer } from "chevrotain";
import {
  languageCommands,
  type CommandSignature,
  type CommandTable,
  type PipelineNode,
  type StageNode,
  type TextSource,
} from "@lobster-lang/language";
import { placeIn, wholeText } from "../text/text-source.ts";
import { bind } from "./bind.ts";
import { bindLoosely } from "./bound.ts";
import { PipelineParser, type PipelineTokens } from "./parser.ts";
import { type Report, Reporter, replacing } from "./report.ts";
import { beforeShellOperators, brokenTemplate, reportExpansions } from "./shell-habits.ts";
import { checkOrder } from "./stage-order.ts";
import * as t from "./tokens.ts";
import { reportUnknownCommand } from "./unknown-command.ts";
import { type Word, wordOf } from "./word.ts";
import { wordText } from "./word-text.ts";

interface Tools {
  readonly lexer: Lexer;
  readonly parser: PipelineParser;
}

let built: Tools | null = null;

function tools(): Tools {
  built ??= { lexer: t.createPipeLexer(), parser: new PipelineParser() };
  return built;
}

/**
 * Reads a pipeline (original-language.md 1 and 2; D2, D25–D28, D41): stages, words with their substitutions, flags and
 * positionals by the catalogue and the project's own commands. Always a tree; a fault in one stage keeps the other stages and their problems.
 */
export function pipelineOf(pipeline: TextSource | string, commands: CommandTable = languageCommands): PipelineNode {
  const source = typeof pipeline === "string" ? wholeText(pipeline) : pipeline;
  const { lexer, parser } = tools();
  const tokens = t.tokensOf(lexer, source.text);
  const read = parser.read(tokens);
  const reporter = new Reporter(source);
  reportTokens(tokens, reporter);
  const stages = new Stages(source, read, reporter, commands).build();
  checkOrder(stages, reporter);
  const problems = reporter.problems.toSorted((a, b) => a.range.start - b.range.start);
  return { kind: "pipeline", ...placeIn(source, 0, source.text.length), source, stages, problems };
}

/** Faults that single tokens show: open quotes, comments, a blank after a continuing backslash. */
function reportTokens(tokens: readonly IToken[], reporter: Reporter): void {
  tokens.forEach((token, index) => {
    const { startOffset: start, image, tokenType: type } = token;
    const end = start + image.length;
    if (type === t.Comment) {
      const span = { start, end: image.endsWith("\r") ? end - 1 : end };
      const message = "a pipeline has no comments: remove it, or put it on a line of its own before the step";
      const mend = replacing("remove the comment", span, "");
      reporter.span(span.start, span.end, { rule: "comment-in-pipeline", message, mend });
    } else if (type === t.OpenSingle || type === t.OpenDouble) {
      const before = tokens[index - 1];
      reporter.span(start, start + 1, openQuote(image, before?.tokenType === t.Bare ? before.image : ""));
    } else if (type === t.Space) {
      for (const found of image.matchAll(/\\([ \t]+)\r?\n/g)) {
        const at = start + found.index + 1;
        const span = { start: at, end: at + found[1]!.length };
        const message =
          "a blank stands after the `\\`, which continues the line only as its last character: remove the blank";
        reporter.span(span.start, span.end, {
          rule: "pipeline-syntax",
          message,
          mend: replacing("remove the blank", span, ""),
        });
      }
    }
  });
}

function openQuote(image: string, before: string): Report {
  const quote = image[0]!;
  const rule = "pipeline-syntax";
  if (before.endsWith("\\")) {
    return {
      rule,
      message: "outside of quotes a backslash protects nothing, so this quote opens: put the whole word in quotes",
    };
  }
  if (quote === "'" && /\w$/.test(before)) {
    return { rule, message: "this apostrophe opens a quote that is never closed: put the whole text in double quotes" };
  }
  return { rule, message: `this quote is never closed: write \`${quote}\` where the text ends` };
}

/** Builds the stages of one pipeline. */
class Stages {
  private readonly source: TextSource;
  private readonly read: PipelineTokens;
  private readonly reporter: Reporter;
  private readonly words: readonly (readonly Word[])[];
  private readonly commands: CommandTable;

  constructor(source: TextSource, read: PipelineTokens, reporter: Reporter, commands: CommandTable) {
    this.source = source;
    this.read = read;
    this.reporter = reporter;
    this.commands = commands;
    this.words = read.stages.map((stage) => stage.words.map((pieces) => wordOf(source, wordText(pieces))));
  }

  build(): readonly StageNode[] {
    const { length } = this.words;
    if (length === 1 && this.words[0]!.length === 0) {
      const message = "the pipeline is empty: write a stage, as in `exec --shell 'inbox list'`";
      // A comment alone says enough.
      if (this.read.stages[0]!.gaps.every((gap) => gap.tokenType !== t.Comment)) {
        this.reporter.span(0, this.source.text.length, { rule: "pipeline-syntax", message });
      }
      return [];
    }
    const stages: StageNode[] = [];
    let tail = 0;
    let afterOr = false;
    for (let index = 0; index < length; index++) {
      if (this.words[index]!.length === 0) {
        const trailing = index === length - 1 && index > 0 && this.words[index - 1]!.length > 0;
        if (trailing) {
          this.trailingPipe(index - 1);
          break;
        }
        afterOr = this.emptyStage(index);
        stages.push(this.stage(index, true));
        continue;
      }
      if (tail > 0) {
        tail--;
        stages.push(this.stage(index, true));
        continue;
      }
      tail = brokenTemplate(this.words, index, this.reporter);
      stages.push(this.stage(index, tail > 0 || afterOr));
      afterOr = false;
    }
    return stages;
  }

  /** One stage; `broken` when an earlier fault makes its own reports meaningless. */
  private stage(index: number, broken: boolean): StageNode {
    const [name, ...words] = this.words[index]!;
    const pipe = this.read.pipes[index];
    const start = name?.span.start ?? this.pipeEnd(index);
    const end = words.at(-1)?.span.end ?? name?.span.end ?? start;
    const signature = name === undefined || name.hasValues ? undefined : this.commands.named(name.text);
    return {
      kind: "stage",
      ...placeIn(this.source, start, end),
      name: name ?? null,
      signature: signature ?? null,
      words,
      bound: name === undefined ? [] : this.bound(index, name, signature, words, broken),
      pipe: pipe === undefined ? null : placeIn(this.source, pipe.startOffset, pipe.startOffset + 1),
    };
  }

  private bound(
    index: number,
    name: Word,
    command: CommandSignature | undefined,
    words: readonly Word[],
    broken: boolean,
  ): StageNode["bound"] {
    const reporter = broken ? new Reporter(this.source) : this.reporter;
    if (command === undefined) {
      reportUnknownCommand(name, words, { first: index === 0, commands: this.commands }, reporter);
      beforeShellOperators(name.text, words, reporter);
      return bindLoosely(this.source, words);
    }
    const own = beforeShellOperators(command.name, words, reporter);
    reportExpansions(command.name, own, reporter);
    return bind(command, name, own, reporter);
  }

  private pipeEnd(index: number): number {
    const before = this.read.pipes[index - 1];
    return before === undefined ? 0 : before.startOffset + 1;
  }

  /** Reports an empty stage; `||` is one of them. Gives whether it was a `||`. */
  private emptyStage(index: number): boolean {
    const before = this.read.pipes[index - 1];
    const after = this.read.pipes[index];
    const rule = "pipeline-syntax";
    if (before !== undefined && after !== undefined && after.startOffset === before.startOffset + 1) {
      const where = this.words[index - 1]![0]?.text === "where";
      this.reporter.span(before.startOffset, after.startOffset + 1, {
        rule: where ? "where-syntax" : "shell-in-pipeline",
        message: where
          ? '`||`: `where` knows no "or": let a program filter, with `exec --stdin json`'
          : "`||`: a pipeline has one line of stages: use `exec --shell '… || …'`, or two steps",
      });
      return true;
    }
    const pipe = after ?? before!;
    const message = "a stage is missing at this `|`: write one, or remove the `|`";
    this.reporter.span(pipe.startOffset, pipe.startOffset + 1, {
      rule,
      message,
      mend: { ...replacing("remove the `|`", { start: pipe.startOffset, end: pipe.startOffset + 1 }, ""), safe: false },
    });
    return false;
  }

  private trailingPipe(index: number): void {
    const pipe = this.read.pipes[index]!;
    const span = { start: pipe.startOffset, end: pipe.startOffset + 1 };
    this.reporter.span(span.start, span.end, {
      rule: "pipeline-syntax",
      severity: "warning",
      message: "nothing follows this `|`: remove it",
      mend: replacing("remove the `|`", span, ""),
    });
  }
}
