import { createTokenInstance, type IToken, type TokenType } from "chevrotain";
import type { Problem, Range, TextSource } from "@lobster-lang/language";
import { operatorFor } from "./dialects.ts";
import { finding, writeInstead, type WayOut } from "./findings.ts";
import * as t from "./tokens.ts";

/** The moves that the states of repair.ts are made of: take a token, leave one out, put in one that nobody wrote. */
export class TokenMender {
  protected readonly out: IToken[] = [];
  protected readonly problems: Problem[] = [];
  protected readonly opened: { readonly token: IToken; readonly compared: boolean }[] = [];
  /** A comparison stands already since the last `&&`, `||` or parenthesis: a second one is a chain. */
  protected compared = false;
  /** Directly after a comparison operator a word needs no quotes. */
  protected wordAllowed = false;
  /** Something was reported since the last real `&&` or `||`: what follows from it is not reported again. */
  protected quiet = false;
  protected nots = 0;
  protected operands = 0;
  protected index = 0;

  protected readonly source: TextSource;
  protected readonly tokens: readonly IToken[];
  constructor(source: TextSource, tokens: readonly IToken[]) {
    this.source = source;
    this.tokens = tokens;
  }

  protected take(token: IToken, expectsValue: boolean, also?: () => void): boolean {
    if (token.tokenType !== t.Not) {
      this.wordAllowed = false;
      this.nots = 0;
    }
    this.out.push(token);
    this.index++;
    also?.();
    return expectsValue;
  }

  protected operand(token: IToken): boolean {
    this.operands++;
    return this.take(token, false);
  }

  protected unreadable(token: IToken, advice: { readonly message: string; readonly out?: WayOut | null }): boolean {
    this.report(spanOf(token), advice.message, advice.out);
    // What stands behind it is no operator: it only goes on with the same mistake.
    if (this.tokens[this.index + 1]?.tokenType === t.Other) this.quiet = true;
    return this.operand(tokenAt(t.Missing, token.startOffset, token.image));
  }

  protected missing(at: number, message: string, span: Range = { start: at, end: at }): void {
    this.report(span, message);
    this.operands++;
    this.wordAllowed = false;
    this.nots = 0;
    this.virtual(t.Missing, at);
  }

  protected drop(token: IToken, message: string, expectsValue: boolean): boolean {
    this.report(spanOf(token), message, { title: "remove it", text: "", safe: false });
    this.index++;
    return expectsValue;
  }

  /** Reports, and goes on as if a `&&` stood here; `consume` leaves the token out. */
  protected joined(token: IToken, message: string, consume: boolean): boolean {
    this.report(spanOf(token), message);
    this.quiet = true;
    this.compared = false;
    this.virtual(t.And, token.startOffset);
    if (consume) this.index++;
    return true;
  }

  /** Reports all that is left, which cannot be read. */
  protected rest(token: IToken, message: string): boolean {
    const end = this.source.text.trimEnd().length;
    this.report({ start: token.startOffset, end }, message);
    if (this.expectsValueNow()) this.virtual(t.Missing, token.startOffset);
    this.index = this.tokens.length;
    return false;
  }

  protected expectsValueNow(): boolean {
    const type = this.out.at(-1)?.tokenType;
    return (
      type === undefined || type === t.And || type === t.Or || type === t.Compare || type === t.Not || type === t.Open
    );
  }

  protected skipTo(end: number, expectsValue: boolean): boolean {
    while (this.index < this.tokens.length && this.tokens[this.index]!.startOffset < end) this.index++;
    return expectsValue;
  }

  protected virtual(type: TokenType, offset: number, image = ""): void {
    this.out.push(tokenAt(type, offset, image));
  }

  protected report(span: Range, message: string, out?: WayOut | null): void {
    if (!this.quiet) this.problems.push(finding(this.source, span, message, out));
  }

  protected severalWords(first: IToken): boolean {
    let last = this.index;
    while (this.tokens[last + 1] !== undefined && isWordLike(this.tokens[last + 1]!)) last++;
    const span = { start: first.startOffset, end: endOf(this.tokens[last]!) };
    const words = this.source.text.slice(span.start, span.end);
    this.report(span, `text of several words needs quotes: write \`"${words}"\``, writeInstead(`"${words}"`));
    this.index = last + 1;
    return false;
  }

  protected comment(token: IToken, expectsValue: boolean): boolean {
    const line = this.source.text.indexOf("\n", token.startOffset);
    const end = line === -1 ? this.source.text.length : line;
    this.report(
      { start: token.startOffset, end },
      "a condition has no comments: put it on a line of its own, before the step",
    );
    return this.skipTo(end, expectsValue);
  }

  /** `$a.json.first-name`: the dash ended the path. */
  protected dashedKey(ref: IToken, dash: string): boolean {
    const segment = /\.(\w+)$/.exec(ref.image);
    const depth = (ref.image.match(/\./g) ?? []).length;
    const key = `["${segment?.[1] ?? ""}${dash}"]`;
    const end = endOf(ref) + dash.length;
    const start = segment === null ? endOf(ref) : endOf(ref) - segment[0].length;
    const out = segment !== null && depth > 1 ? writeInstead(key, true, { start, end }) : null;
    this.report({ start: endOf(ref), end }, `a dash ends a path: write \`${key}\` for the key`, out);
    this.quiet = true;
    return this.skipTo(end, false);
  }

  /** Brackets that are none of ours, or a dot without a segment. */
  protected badPath(token: IToken): boolean {
    const tail = /\[[^\]]{0,200}\](?:\.\w+|\[[^\]]{0,200}\])*|\.+\w*/y;
    tail.lastIndex = token.startOffset;
    const end = token.startOffset + (tail.exec(this.source.text)?.[0].length ?? 1);
    const written = this.source.text.slice(token.startOffset, end);
    this.report(
      { start: token.startOffset, end },
      `\`${written}\` cannot follow a path: write \`.name\`, \`[0]\` or \`["any key"]\``,
    );
    this.quiet = true;
    return this.skipTo(end, false);
  }
}

export function tokenAt(type: TokenType, offset: number, image: string, length = image.length): IToken {
  const last = offset + length - 1;
  return createTokenInstance(type, image, offset, last, Number.NaN, Number.NaN, Number.NaN, Number.NaN);
}

/** The offset behind a token: a mended one may stand for a text of another length. */
export function endOf(token: IToken): number {
  const { endOffset, startOffset, image } = token;
  return endOffset === undefined || Number.isNaN(endOffset) ? startOffset + image.length : endOffset + 1;
}

export function spanOf(token: IToken): Range {
  return { start: token.startOffset, end: endOf(token) };
}

export function touching(left: IToken, right: IToken): boolean {
  return endOf(left) === right.startOffset;
}

function isWordLike(token: IToken): boolean {
  const type = token.tokenType;
  if (type === t.Word) return operatorFor(token.image) === null;
  return type === t.Lump || type === t.NumberLiteral;
}
