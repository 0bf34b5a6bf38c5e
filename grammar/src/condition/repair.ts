import type { IToken } from "chevrotain";
import type { Problem, TextSource } from "@lobster-lang/language";
import { scanAt } from "../text/scan.ts";
import { bareWord, lump, noFunctions, noSuchOperator, operatorFor, suspect } from "./dialects.ts";
import { finding, writeInstead, type WayOut } from "./findings.ts";
import { endOf, spanOf, TokenMender, tokenAt, touching } from "./mender.ts";
import * as t from "./tokens.ts";

/** Parentheses and negations inside each other; the limit of language.md for all nesting. */
const nestingLimit = 100;
/** Values in one condition. */
const operandLimit = 1000;

export interface Mended {
  /** Always a sentence of the grammar. */
  readonly tokens: IToken[];
  readonly problems: readonly Problem[];
}

/**
 * Turns any tokens into a sentence of the grammar and says what was wrong, in one pass with two states: before and after
 * a value. What cannot be read becomes `Missing`; what stands without a connection is joined by a `&&` that nobody wrote,
 * so that its references stay in the tree. `mendInner` gives the right spelling of a condition in foreign braces.
 */
export function repair(
  source: TextSource,
  tokens: readonly IToken[],
  mendInner: (text: string) => string | null,
): Mended {
  return new Repair(source, tokens, mendInner).run();
}

class Repair extends TokenMender {
  private readonly mendInner: (text: string) => string | null;

  constructor(source: TextSource, tokens: readonly IToken[], mendInner: (text: string) => string | null) {
    super(source, tokens);
    this.mendInner = mendInner;
  }

  run(): Mended {
    const { text } = this.source;
    if (this.tokens.length === 0) {
      this.report(
        { start: 0, end: text.length },
        "the condition is empty: write one, or remove the line to run the step always",
      );
    }
    this.quiet = this.tokens.length === 0;
    let expectsValue = true;
    while (this.index < this.tokens.length) {
      if (this.operands > operandLimit) return this.tooLarge(`has more than ${operandLimit} values`);
      if (this.opened.length + this.nots > nestingLimit)
        return this.tooLarge(`is nested deeper than ${nestingLimit} levels`);
      expectsValue = expectsValue ? this.value() : this.afterValue();
    }
    if (expectsValue) this.missing(text.trimEnd().length, "the condition ends where a value must follow");
    for (const { token } of this.opened.splice(0)) {
      this.report(spanOf(token), "this `(` is never closed: write `)` where it ends");
      this.virtual(t.Close, text.length);
    }
    return { tokens: this.out, problems: this.problems };
  }

  /** Before a value. Gives whether a value is still expected. */
  private value(): boolean {
    const token = this.tokens[this.index]!;
    const next = this.tokens[this.index + 1];
    const type = token.tokenType;
    if (type === t.Not) return this.take(token, true, () => void this.nots++);
    if (type === t.Open) {
      return this.take(token, true, () => {
        this.opened.push({ token, compared: this.compared });
        this.compared = false;
        this.wordAllowed = false;
      });
    }
    if (type === t.Word && /^not$/i.test(token.image) && !this.wordAllowed) return this.notWord(token);
    if ((type === t.Word || type === t.Lump) && next?.tokenType === t.Open && touching(token, next))
      return this.call(token);
    if (type === t.Word && token.image === "test" && next?.image === "-") {
      return this.rest(token, "this is a test of the shell: run it in a step and compare its `.exit_code`");
    }
    if (type === t.Word && !this.wordAllowed) return this.unreadable(token, bareWord(token.image));
    if (type === t.Lump) return this.lump(token);
    if (type === t.Suspect) return this.suspect(token);
    if (type === t.Other) return this.otherValue(token);
    if (type === t.OpenText) {
      const quote = token.image[0]!;
      this.report(spanOf(token), `the quote \`${quote}\` is never closed: write \`${quote}\` where the text ends`);
    }
    if (type === t.FancyText) {
      const plain = `"${token.image.slice(1, -1).replace(/["\\]/g, "\\$&")}"`;
      this.report(spanOf(token), `these quotes are read as letters: write \`${plain}\``, writeInstead(plain));
    }
    if (type === t.Close) {
      if (this.opened.length === 0) return this.drop(token, "this `)` closes nothing: remove it", true);
      this.missing(
        token.startOffset,
        this.out.at(-1)?.tokenType === t.Open
          ? "nothing stands between `(` and `)`"
          : "a value must stand before this `)`",
      );
      return false;
    }
    if (type === t.And || type === t.Or || type === t.Compare || type === t.ForeignOperator) {
      this.missing(token.startOffset, `a value must stand on the left of \`${token.image}\``, spanOf(token));
      return false;
    }
    return this.operand(token);
  }

  /** After a value. Gives whether a value is expected next. */
  private afterValue(): boolean {
    const token = this.tokens[this.index]!;
    const type = token.tokenType;
    if (type === t.And || type === t.Or) return this.connect(token);
    if (type === t.Compare) return this.compare(token, token.image);
    if (type === t.ForeignOperator || type === t.Word) {
      const canonical = operatorFor(token.image);
      if (canonical !== null) return this.foreignOperator(token, canonical);
      const none = noSuchOperator(token.image);
      if (none !== null) return this.joined(token, none, true);
    }
    if (type === t.Close) {
      const group = this.opened.pop();
      if (group === undefined) return this.drop(token, "this `)` closes nothing: remove it", false);
      this.compared = group.compared;
      return this.take(token, false);
    }
    const previous = this.out.at(-1)!;
    if (type === t.Word || type === t.Lump || type === t.NumberLiteral) {
      if (previous.tokenType === t.Word || previous.tokenType === t.Lump) return this.severalWords(previous);
    }
    if (type === t.NumberLiteral && token.image.startsWith("-")) return this.minus(token, previous);
    if (type === t.Open && touching(previous, token) && previous.tokenType === t.Ref) {
      return this.joined(token, "a condition has no functions; do the work in a step and test its result", false);
    }
    if (type === t.Other) return this.otherOperator(token, previous);
    return this.joined(token, "two values stand side by side: write `&&`, `||` or a comparison between them", false);
  }

  private connect(token: IToken): boolean {
    this.compared = false;
    this.quiet = false;
    return this.take(token, true);
  }

  private compare(token: IToken, image: string): boolean {
    if (this.compared) {
      const chain = `a second comparison cannot follow: write \`a ${image} b && b ${image} c\``;
      return this.joined(token, chain, true);
    }
    this.compared = true;
    this.take(token, true);
    this.wordAllowed = true;
    return true;
  }

  private foreignOperator(token: IToken, canonical: string): boolean {
    const next = this.tokens[this.index + 1];
    const not = /^is$/i.test(token.image) && next !== undefined && /^not$/i.test(next.image);
    const operator = not ? "!=" : canonical;
    const span = not ? { start: token.startOffset, end: endOf(next) } : spanOf(token);
    const written = this.source.text.slice(span.start, span.end);
    if (not) this.index++;
    if (operator === "&&" || operator === "||") {
      this.report(span, `\`${written}\` is written \`${operator}\` here`, writeInstead(operator));
      this.quiet = false;
      this.compared = false;
      this.index++;
      this.virtual(operator === "&&" ? t.And : t.Or, span.start, written);
      return true;
    }
    if (this.compared) return this.compare(token, operator);
    this.report(span, `\`${written}\` is written \`${operator}\` here`, writeInstead(operator));
    this.compared = true;
    this.index++;
    this.out.push(tokenAt(t.Compare, span.start, operator, span.end - span.start));
    this.wordAllowed = true;
    return true;
  }

  private notWord(token: IToken): boolean {
    const next = this.tokens[this.index + 1];
    const after = this.tokenAfterValue(this.index + 1);
    const compared = after !== undefined && /^[=!<>]/.test(operatorFor(after.image) ?? after.image);
    const simple = next !== undefined && (next.tokenType === t.Ref || next.tokenType === t.Open) && !compared;
    const span = { start: token.startOffset, end: simple ? next.startOffset : endOf(token) };
    const out: WayOut | null = simple ? { title: "write `!`", text: "!", safe: true, span } : null;
    const how = simple ? "`!`" : "`!( … )`";
    this.report(spanOf(token), `\`${token.image}\` is written ${how} here`, out);
    this.nots++;
    this.index++;
    this.virtual(t.Not, token.startOffset, token.image);
    return true;
  }

  /** The token behind the value or the parentheses that begin at `index`. */
  private tokenAfterValue(index: number): IToken | undefined {
    let depth = 0;
    for (let i = index; i < this.tokens.length; i++) {
      const type = this.tokens[i]!.tokenType;
      if (type === t.Open) depth++;
      else if (type === t.Close) depth--;
      if (depth === 0) return this.tokens[i + 1];
    }
    return undefined;
  }

  private call(token: IToken): boolean {
    this.report(spanOf(token), noFunctions(token.image));
    this.quiet = true;
    this.index++;
    return true;
  }

  private lump(token: IToken): boolean {
    const advice = lump(token.image, this.wordAllowed);
    if (!this.wordAllowed) return this.unreadable(token, advice);
    this.report(spanOf(token), advice.message, advice.out);
    return this.operand(token);
  }

  private suspect(token: IToken): boolean {
    const found = scanAt(token.image, 0);
    if (found?.kind !== "suspect") return this.operand(tokenAt(t.Missing, token.startOffset, token.image));
    const content = token.image.slice(found.content.start, found.content.end);
    const inner = found.form === "github" || found.form === "mustache" ? this.mendInner(content.trim()) : null;
    return this.unreadable(token, suspect(found.form, token.image, content, inner));
  }

  private otherValue(token: IToken): boolean {
    const next = this.tokens[this.index + 1];
    if (token.image === "[") {
      if (this.wordAllowed)
        return this.rest(token, "a list cannot be written in a condition: compare with each value and join with `||`");
      return this.rest(
        token,
        "this is a test of the shell: write the comparison without brackets, as in `$step.exit_code == 0`",
      );
    }
    if (token.image === "$" && next?.tokenType === t.Open) {
      return this.rest(
        token,
        "a condition cannot run a command: run it in a step and test its `.stdout` or `.exit_code`",
      );
    }
    if (token.image === "-" && next?.tokenType === t.Word && touching(token, next)) {
      return this.rest(token, `\`-${next.image}\` is a test of the shell: compare the result of a step instead`);
    }
    if (token.image === "#") return this.comment(token, true);
    return this.unreadable(token, { message: `\`${token.image}\` means nothing here: a value must stand here` });
  }

  private otherOperator(token: IToken, previous: IToken): boolean {
    const { image } = token;
    if (image === "?") return this.rest(token, "a condition has no `? :`: write two steps with opposite conditions");
    if (image === "#") return this.comment(token, false);
    if (previous.tokenType === t.Ref && touching(previous, token)) {
      const dashed = /-[A-Za-z][\w-]*/y;
      dashed.lastIndex = token.startOffset;
      const key = dashed.exec(this.source.text)?.[0];
      if (key !== undefined) return this.dashedKey(previous, key);
      if (image === "[" || image === ".") return this.badPath(token);
    }
    if (/^[+*/%-]$/.test(image))
      return this.joined(token, "a condition cannot calculate: do it in a step and test its result", true);
    if (image === ",") return this.joined(token, "a condition has no lists: write `&&` or `||`", true);
    return this.joined(token, `\`${image}\` means nothing here: write \`&&\`, \`||\` or a comparison`, true);
  }

  private minus(token: IToken, previous: IToken): boolean {
    const glued = previous.tokenType === t.Ref && touching(previous, token);
    const key = glued
      ? ', and a dash ends a path: a key with a dash is written `["a-b"]`'
      : ": do it in a step and test its result";
    return this.joined(token, `a condition cannot calculate${key}`, false);
  }

  private tooLarge(what: string): Mended {
    const { text } = this.source;
    const span = { start: 0, end: text.length };
    const message = `the condition ${what}: split it over several steps`;
    return { tokens: [tokenAt(t.Missing, 0, text)], problems: [finding(this.source, span, message)] };
  }
}
