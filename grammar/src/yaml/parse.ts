import type { ScalarNode } from "@lobster-lang/language";
import {
  Composer,
  type CST,
  type Document,
  isScalar,
  type ParsedNode,
  Parser,
  type ScalarTag,
  Schema,
  type YAMLError,
} from "yaml";

/** What the `yaml` package says about a text. Nothing of it outlives the conversion. */
export interface ParsedText {
  /** The first document's token and composed nodes; null when there is none. */
  readonly token: CST.Document | null;
  readonly document: Document.Parsed<ParsedNode> | null;
  readonly comments: readonly CST.SourceToken[];
  /** The first errors, in the order of the text: more than anyone reads. */
  readonly errors: readonly YAMLError[];
  /** How many there are in all. */
  readonly errorCount: number;
  /** Offset of the second document, if there is one. */
  readonly secondDocument: number | null;
  /** Collections that were cut off because they lie too deep. */
  readonly tooDeep: readonly number[];
  readonly maxNesting: number;
  readonly unclosedQuotes: readonly CST.FlowScalar[];
  readonly unclosedFlows: readonly CST.FlowCollection[];
  /** Offsets of `{{`. */
  readonly doubleBraces: readonly number[];
  /** Offsets of tags that are a lone `!`. */
  readonly bareTags: readonly number[];
}

/** Made once, as a schema for each piece would cost as much as the piece. Whatever `%YAML` says, files are YAML 1.2. */
const coreSchema = new Schema({ schema: "core", resolveKnownTags: false });

/** What the core schema makes of a plain text. */
export function coreValue(text: string): ScalarNode["value"] {
  const tag = coreSchema.tags.find(
    (one): one is ScalarTag => one.default === true && one.collection === undefined && one.test?.test(text) === true,
  );
  const found: unknown = tag === undefined ? text : tag.resolve(text, () => {}, {});
  return scalarValue(isScalar(found) ? found.value : found, text);
}

/** A value that a scalar node can hold, else its text. */
export function scalarValue(value: unknown, text: string): ScalarNode["value"] {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  return text;
}

const maxErrors = 200;

/** Parses one text; damage is in `errors`, nothing throws. */
export function parseText(text: string, maxNesting: number): ParsedText {
  const tokens = [...new Parser().parse(text)];
  const walk = new TokenWalk(maxNesting);
  for (const token of tokens) walk.token(token, 0);
  const composer = new Composer({ keepSourceTokens: true, prettyErrors: false, uniqueKeys: false, schema: coreSchema });
  const documents = [...composer.compose(tokens, true, text.length)] as Document.Parsed<ParsedNode>[];
  const documentTokens = tokens.filter((token) => token.type === "document");
  const first = documents[0] ?? null;
  const errors = [...(first?.errors ?? []), ...(first?.warnings ?? [])].toSorted((a, b) => a.pos[0] - b.pos[0]);
  return {
    token: documentTokens[0] ?? null,
    document: first,
    comments: walk.comments,
    errors: errors.slice(0, maxErrors),
    errorCount: errors.length,
    secondDocument: documentTokens[1]?.offset ?? null,
    tooDeep: walk.tooDeep,
    maxNesting,
    unclosedQuotes: walk.unclosedQuotes,
    unclosedFlows: walk.unclosedFlows,
    doubleBraces: walk.doubleBraces,
    bareTags: walk.bareTags,
  };
}

type Item = CST.BlockMap["items"][number] | CST.BlockSequence["items"][number] | CST.FlowCollection["items"][number];

/** Collects comments and unclosed quotes, and cuts off what is nested too deep, before anything recursive sees it. */
class TokenWalk {
  readonly comments: CST.SourceToken[] = [];
  readonly tooDeep: number[] = [];
  readonly unclosedQuotes: CST.FlowScalar[] = [];
  readonly unclosedFlows: CST.FlowCollection[] = [];
  readonly doubleBraces: number[] = [];
  readonly bareTags: number[] = [];
  readonly #maxNesting: number;

  constructor(maxNesting: number) {
    this.#maxNesting = maxNesting;
  }

  token(token: CST.Token, depth: number): void {
    switch (token.type) {
      case "comment":
        this.comments.push(token as CST.SourceToken);
        break;
      case "document":
        this.#list(token.start);
        if (token.value !== undefined) this.token(token.value, depth);
        this.#list(token.end);
        break;
      case "block-map":
      case "block-seq":
        for (const item of token.items) this.#item(item, depth + 1);
        break;
      case "flow-collection":
        this.#flow(token);
        for (const item of token.items) this.#item(item, depth + 1);
        this.#list(token.end);
        break;
      case "block-scalar":
        for (const prop of token.props) this.token(prop, depth);
        break;
      case "double-quoted-scalar":
      case "single-quoted-scalar":
        if (isUnclosed(token)) this.unclosedQuotes.push(token);
        this.#list(token.end);
        break;
      case "alias":
      case "scalar":
      case "doc-end":
        this.#list(token.end);
        break;
      default:
        break;
    }
  }

  #flow(token: CST.FlowCollection): void {
    const closing = token.start.source === "{" ? "}" : "]";
    if (token.end[0]?.source !== closing) this.unclosedFlows.push(token);
    const inner = token.items[0]?.key ?? token.items[0]?.value;
    const isDouble = token.start.source === "{" && inner?.type === "flow-collection" && inner.start.source === "{";
    if (isDouble && inner.offset === token.offset + 1) this.doubleBraces.push(token.offset);
  }

  #item(item: Item, depth: number): void {
    this.#list(item.start);
    if (item.key !== undefined && item.key !== null) {
      if (this.#isTooDeep(item.key, depth)) item.key = null;
      else this.token(item.key, depth);
    }
    this.#list(item.sep);
    if (item.value !== undefined) {
      if (this.#isTooDeep(item.value, depth)) delete item.value;
      else this.token(item.value, depth);
    }
  }

  #isTooDeep(token: CST.Token, depth: number): boolean {
    const isCollection = token.type === "block-map" || token.type === "block-seq" || token.type === "flow-collection";
    if (!isCollection || depth < this.#maxNesting) return false;
    this.tooDeep.push(token.offset);
    return true;
  }

  #list(tokens: readonly CST.SourceToken[] | readonly CST.Token[] | undefined): void {
    if (tokens === undefined) return;
    for (const token of tokens) {
      if (token.type === "comment") this.comments.push(token as CST.SourceToken);
      else if (token.type === "tag" && token.source === "!") this.bareTags.push(token.offset);
    }
  }
}

function isUnclosed({ source }: CST.FlowScalar): boolean {
  return source.length < 2 || source[0] !== source.at(-1);
}
