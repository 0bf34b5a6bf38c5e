import type { WhereNode } from "@lobster-lang/language";
import { asWord } from "./quoting.ts";
import { replacing, type Mend, type Reporter } from "./report.ts";
import type { Word } from "./word.ts";

const rule = "where-syntax";
const expression = /^(\s*)([A-Za-z0-9_.]+)(\s*)(==|=|!=|<=|>=|<|>)(\s*)([^]+)$/;
const operators = "`=`, `!=`, `<`, `<=`, `>` or `>=`";

/**
 * Reads `path operator value` (original-language.md 3.1). Null, with a problem, when it is none. What the original would
 * silently compare as text (`===`, quotes in the value, `&&`) is a problem with the spelling that was meant.
 */
export function whereOf(word: Word, reporter: Reporter): WhereNode | null {
  const found = expression.exec(word.text);
  if (found === null || valueInPath(word, found[1]!.length + found[2]!.length)) {
    reporter.at(word, { rule, ...unreadable(word) });
    return null;
  }
  const [, lead, path, gap, written, space, value] = found as unknown as readonly string[];
  const pathStart = lead!.length;
  const operatorStart = pathStart + path!.length + gap!.length;
  const valueStart = operatorStart + written!.length + space!.length;
  const before = reporter.problems.length;
  const several = joinedExpressions(word, valueStart, reporter);
  if (!several) oddOperator(word, operatorStart, written!, value!, reporter);
  if (path!.startsWith(".") || path!.endsWith(".") || path!.includes("..")) {
    const plain = path!.split(".").filter(Boolean).join(".");
    reporter.at(word.rangeOf(pathStart, pathStart + path!.length), {
      rule,
      message: `the path \`${path}\` has an empty name: write \`${plain}\``,
      mend: plain === "" ? null : inWord(word, pathStart, pathStart + path!.length, plain),
    });
  }
  if (!several && reporter.problems.length === before) quotedValue(word, valueStart, value!, reporter);
  const operator = written === "=" ? "==" : (written as WhereNode["operator"]);
  return {
    kind: "where",
    ...word.rangeOf(0, word.text.length),
    path: path!,
    pathSpan: word.rangeOf(pathStart, pathStart + path!.length),
    operator,
    operatorSpan: word.rangeOf(operatorStart, operatorStart + written!.length),
    value: word.slice(valueStart, word.text.length).parts,
    valueSpan: word.rangeOf(valueStart, word.text.length),
    problems: [],
  };
}

function valueInPath(word: Word, pathEnd: number): boolean {
  return word.decoded.found.some(({ start, scanned }) => scanned.kind !== "suspect" && start < pathEnd);
}

/** A change inside one word: of the raw text when the piece stands there as it is. */
function inWord(word: Word, start: number, end: number, text: string, safe = true): Mend | null {
  if (!word.isPlain(start, end)) return null;
  return replacing(text === "" ? "remove it" : `write \`${text}\``, word.rangeOf(start, end).span, text, safe);
}

function unreadable(word: Word): { readonly message: string; readonly mend: Mend | null } {
  const { text } = word;
  const said = `\`${text}\``;
  if (text.trim() === "") return { message: "the expression is empty: write `where 'field = value'`", mend: null };
  const negated = /^\s*!\s*([A-Za-z0-9_.]+)\s*$/.exec(text);
  if (negated !== null) {
    const right = `${negated[1]}!=true`;
    return { message: `${said} has no comparison: write \`${right}\``, mend: whole(word, right) };
  }
  if (/^\s*[A-Za-z0-9_.]+\s*$/.test(text)) {
    return {
      message: `${said} has no comparison: write \`${text.trim()}=value\` (with ${operators}), \`${text.trim()}=true\` for a flag`,
      mend: null,
    };
  }
  if (/^\s*[A-Za-z0-9_.]+\s*(?:==|=|!=|<=|>=|<|>)\s*$/.test(text)) {
    return { message: `${said} has no value: write one after the operator (\`null\` for a missing field)`, mend: null };
  }
  const brackets = /^\s*((?:[$@]\.)?[A-Za-z0-9_.]+(?:\[(?:\d+|"\w+"|'\w+')\][.\w]*)+)\s*(?:[=!<>])/.exec(text);
  if (brackets !== null) {
    const right = text.replace(/\[["']?(\w+)["']?\]/g, ".$1").replace(/^\s*[$@]\./, "");
    return { message: `${said}: a path has no brackets: write \`${right.trim()}\``, mend: whole(word, right) };
  }
  const rooted = /^\s*[$@]\.([A-Za-z0-9_.]+\s*[=!<>].*)$/.exec(text);
  if (rooted !== null)
    return { message: `${said}: a path begins with the field: write \`${rooted[1]}\``, mend: whole(word, rooted[1]!) };
  if (word.decoded.found[0]?.start === text.search(/\S/)) {
    return {
      message: `${said}: on the left of the comparison stands a field of the items; a value of the workflow stands on the right`,
      mend: null,
    };
  }
  if (/^\s*[\w.]+-[\w.-]*\s*[=!<>]/.test(text)) {
    return {
      message: `${said}: the name of a field in \`where\` has letters, digits and \`_\` only; \`map name={{${text.trim().split(/[\s=!<>]/)[0]}}}\` before it gives the field such a name`,
      mend: null,
    };
  }
  const asks = /^\s*[\w.]+\s+(in|not|contains|includes|like|matches|startswith|endswith|is)\b/i.exec(text);
  if (asks !== null) return { message: `\`${asks[1]}\`: \`where\` only compares, with ${operators}`, mend: null };
  return { message: `${said} is no comparison: write \`field\`, one of ${operators}, and a value`, mend: null };
}

function whole(word: Word, text: string): Mend {
  const right = asWord(text.trim());
  return replacing(`write \`${right}\``, word.span, right);
}

/** `a=1 && b=2` in one expression: several stages say it. */
function joinedExpressions(word: Word, from: number, reporter: Reporter): boolean {
  const found = /(?:(&&|\|\|)|\s(and|or)\s)\s{0,50}(?=!?[\w.]+\s*(?:[=<>]|!=))/i.exec(word.text.slice(from));
  if (found === null) return false;
  const operator = (found[1] ?? found[2])!;
  const start = from + found.index + found[0].indexOf(operator);
  const place = word.rangeOf(start, start + operator.length);
  if (/^(?:\|\||or)$/i.test(operator)) {
    reporter.at(place, {
      rule,
      message: `\`${operator}\`: \`where\` knows no "or": let a program filter, with \`exec --stdin json\``,
    });
    return true;
  }
  const pieces = word.text.split(/\s*&&\s*|\s+and\s+/i).map((piece) => piece.trim());
  const simple = !word.hasValues && pieces.every((piece) => expression.test(piece)) && !/\|\||\sor\s/i.test(word.text);
  const right = pieces.map((piece) => asWord(piece)).join(" | where ");
  reporter.at(place, {
    rule,
    message: `\`${operator}\`: \`where\` has one comparison: write \`where ${right}\``,
    mend: simple ? replacing(`write \`where ${right}\``, word.span, right) : null,
  });
  return true;
}

const oddStarts: readonly (readonly [written: string, start: RegExp, right: string | null])[] = [
  ["==", /^=/, "="],
  ["!=", /^=/, "!="],
  ["=", /^>/, ">="],
  ["=", /^</, "<="],
  ["<", /^>/, "!="],
  ["=", /^~/, null],
  ["==", /^~/, null],
];

/** `===`, `!==`, `=>`, `=<`, `<>`, `=~`: the last character would be part of the value. */
function oddOperator(word: Word, start: number, written: string, value: string, reporter: Reporter): void {
  const odd = oddStarts.find(([operator, pattern]) => operator === written && pattern.test(value));
  const at = start + written.length;
  if (odd === undefined || word.text[at] !== value[0]) return;
  const right = odd[2];
  const said = `\`${written}${value[0]}\``;
  reporter.at(word.rangeOf(start, at + 1), {
    rule,
    message:
      right === null
        ? `${said}: \`where\` knows no patterns, only ${operators}`
        : `${said} is written \`${right}\` here`,
    mend: right === null ? null : inWord(word, start, at + 1, right),
  });
}

/** Quotes inside the value would be compared as letters. */
function quotedValue(word: Word, start: number, value: string, reporter: Reporter): void {
  const quoted = /^(["'])([^]*)\1\s*$/.exec(value);
  if (quoted === null) return;
  const inner = quoted[2]!;
  const place = word.rangeOf(start, start + value.trimEnd().length);
  if (inner === "") {
    reporter.at(place, { rule, message: "the value is empty, and `where` cannot compare with an empty text" });
    return;
  }
  const typed = /^(?:true|false|null)$/.test(inner);
  reporter.at(place, {
    rule,
    message: typed
      ? `the quotes are part of the value: without them \`${inner}\` is a value, not text, and \`where\` cannot say the text`
      : `the quotes are part of the value: write \`${inner}\` without them`,
    mend: typed ? null : inWord(word, start, start + value.trimEnd().length, inner),
  });
}
