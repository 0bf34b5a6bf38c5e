import type { CST } from "yaml";
import type { Finding, FindingFix, Mend } from "./finding.ts";
import type { ParsedText } from "./parse.ts";

/** What keeps a text that YAML can read from being strict JSON (RFC 8259). */
export function jsonFindings(parsed: ParsedText): Finding[] {
  const check = new JsonCheck();
  for (const comment of parsed.comments) check.comment(comment);
  const { token } = parsed;
  if (token?.value === undefined) check.add(0, 0, "the file is empty: a JSON file holds one value");
  else {
    for (const mark of token.start) check.mark(mark);
    check.value(token.value, "value");
  }
  return check.findings.toSorted((a, b) => a.from - b.from);
}

const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

const noComments = "JSON has no comments: remove this, or name the file `.lobster`";

/** Lines that begin with `//`. A line begins behind `\n` only; for `^` also behind U+2028, which can stand in JSON text. */
export function commentLines(text: string): Mend[] {
  return [...text.matchAll(/(?<=^|\n)([ \t]*)(\/\/[^\r\n]*)/g)].map((match): Mend => {
    const from = match.index + match[1]!.length;
    const to = from + match[2]!.length;
    const finding = { rule: "yaml-syntax", from, to, message: noComments };
    return { edits: [{ from, to, insert: " " }], isValue: false, finding };
  });
}

class JsonCheck {
  readonly findings: Finding[] = [];

  add(from: number, to: number, message: string, ...fixes: FindingFix[]): void {
    const finding = { rule: "yaml-syntax", from, to, message };
    this.findings.push(fixes.length === 0 ? finding : { ...finding, fixes });
  }

  comment({ offset, source }: CST.SourceToken): void {
    this.add(offset, offset + source.length, noComments);
  }

  mark(token: CST.SourceToken): void {
    const names: Readonly<Record<string, string>> = {
      anchor: "anchors",
      tag: "tags",
      "doc-start": "document marks",
      "explicit-key-ind": "`?` keys",
    };
    const name = names[token.type];
    if (name !== undefined)
      this.add(token.offset, token.offset + token.source.length, `JSON has no ${name}: remove this`);
  }

  value(token: CST.Token, place: "key" | "value"): void {
    switch (token.type) {
      case "flow-collection":
        this.#collection(token);
        break;
      case "double-quoted-scalar":
        this.#double(token);
        break;
      case "single-quoted-scalar":
      case "scalar":
        this.#unquoted(token, place);
        break;
      case "alias":
        this.add(
          token.offset,
          token.offset + token.source.length,
          "JSON has no repetitions (`*name`): write the value out, or quote it",
        );
        break;
      case "block-scalar":
      case "block-map":
      case "block-seq":
        this.add(
          token.offset,
          token.offset + 1,
          "this is YAML, and a `.json` file has to be JSON: write it with `{ }`, `[ ]` and double quotes, or name the file `.lobster`",
        );
        break;
      default:
        break;
    }
  }

  #collection(token: CST.FlowCollection): void {
    const isMap = token.start.source === "{";
    for (const item of token.items) {
      for (const mark of [...item.start, ...(item.sep ?? [])]) this.mark(mark);
      const comma = item.start.find((start) => start.type === "comma");
      const isNothing = !item.key && item.sep === undefined && item.value === undefined;
      if (isNothing) {
        if (comma !== undefined) this.#trailingComma(comma);
        continue;
      }
      if (item.key) this.value(item.key, "key");
      if (item.value !== undefined) this.value(item.value, isMap && item.sep === undefined ? "key" : "value");
      if (isMap && (item.sep === undefined || item.value === undefined)) this.#missingValue(item);
      if (!isMap && item.sep !== undefined) {
        const at = item.sep.find((sep) => sep.type === "map-value-ind")?.offset ?? token.offset;
        this.add(at, at + 1, "a JSON list holds values without keys: write `{ }` around the key and its value");
      }
    }
  }

  #missingValue(item: CST.FlowCollection["items"][number]): void {
    const last = item.sep?.find((sep) => sep.type === "map-value-ind") ?? item.key ?? item.value;
    if (last === undefined || last === null) return;
    const length = "source" in last ? last.source.length : 1;
    this.add(last.offset, last.offset + length, 'a value is missing here: write `"key": value`');
  }

  #trailingComma({ offset }: CST.SourceToken): void {
    const fix = { title: "remove the comma", safe: true, edits: [{ from: offset, to: offset + 1, insert: "" }] };
    this.add(offset, offset + 1, "JSON has no comma behind the last item: remove it", fix);
  }

  #unquoted(token: CST.FlowScalar, place: "key" | "value"): void {
    const { offset, source } = token;
    const to = offset + source.length;
    if (source === "" || (place === "value" && token.type === "scalar" && literal.test(source))) return;
    if (/^\/[/*]/.test(source)) {
      const line = source.split("\n", 1)[0]!.trimEnd();
      this.add(offset, offset + line.length, noComments);
      return;
    }
    const text = token.type === "scalar" ? source : source.slice(1, -1).replaceAll("''", "'");
    const fix = {
      title: "put it in double quotes",
      safe: true,
      edits: [{ from: offset, to, insert: JSON.stringify(text) }],
    };
    const isNumber = token.type === "scalar" && /^[-+.]?\d/.test(source);
    const what = place === "key" ? "a JSON key" : isNumber ? "what is no JSON number" : "JSON text";
    this.add(offset, to, `${what} stands in double quotes: write \`${JSON.stringify(text)}\``, fix);
  }

  #double({ offset, source }: CST.FlowScalar): void {
    // Good escapes are taken first, so that the second backslash of a pair begins none.
    for (const { 0: found, index } of source.matchAll(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\[^]?|\p{Cc}/gu)) {
      if (/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})$/.test(found) || found >= "\u007f") continue;
      const message = found.startsWith("\\")
        ? `\`${found}\` is no JSON escape: write \`\\\\\` for a backslash`
        : "a line end, tab or control character cannot stand in JSON text: write `\\n`, `\\t` or `\\u…`";
      this.add(offset + index, offset + index + found.length, message);
      return;
    }
  }
}
