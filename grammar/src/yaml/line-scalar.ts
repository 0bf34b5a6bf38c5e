import type { ScalarNode, ScalarStyle, TextMap } from "@lobster-lang/language";
import type { PlacedRange } from "./placed-range.ts";
import { ScalarMap } from "./scalar-map.ts";

/** A scalar that was read by its lines; its map is made when asked for, as keys and most values never need one. */
export class LineScalar implements ScalarNode {
  readonly kind = "scalar";
  readonly range: PlacedRange;
  readonly value: ScalarNode["value"];
  readonly text: string;
  readonly style: ScalarStyle;
  readonly #piece: string;
  readonly #parentIndent: number;
  #map: ScalarMap | null = null;

  /** `piece` is the text that the range's offsets count in. */
  constructor(
    piece: string,
    range: PlacedRange,
    style: ScalarStyle,
    text: string,
    value: ScalarNode["value"],
    parentIndent: number,
  ) {
    this.range = range;
    this.value = value;
    this.text = text;
    this.style = style;
    this.#piece = piece;
    this.#parentIndent = parentIndent;
  }

  get map(): TextMap {
    if (this.#map === null) {
      const { base, from, to } = this.range;
      const source = this.#piece.slice(from, to);
      const scalar = { style: this.style, source, parentIndent: this.#parentIndent, inFlow: false };
      this.#map = new ScalarMap(base, from, scalar, this.text);
    }
    return this.#map;
  }
}
