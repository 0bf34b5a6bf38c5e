/** What a model costs, in US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** Prices that are known without being told, by model id without its date (original-language.md 18.4). */
export const modelPrices: { readonly [model: string]: ModelPrice } = {
  "gpt-4o": { input: 2.5, output: 10 },
  "gpt-4o-mini": { input: 0.15, output: 0.6 },
  "gpt-4-turbo": { input: 10, output: 30 },
  "gpt-3.5-turbo": { input: 0.5, output: 1.5 },
  "claude-opus-4": { input: 15, output: 75 },
  "claude-sonnet-4-5": { input: 3, output: 15 },
  "claude-haiku-3-5": { input: 0.8, output: 4 },
  "gemini-1.5-pro": { input: 1.25, output: 5 },
  "gemini-1.5-flash": { input: 0.075, output: 0.3 },
  "MiniMax-M3": { input: 0.6, output: 2.4 },
  "MiniMax-M2.7": { input: 0.3, output: 1.2 },
};

/**
 * The price of a model, or null where none is known. A provider before the id (`openai/gpt-4o`) and a date behind it
 * (`gpt-4o-2024-08-06`) do not matter, unless the table names the whole id.
 */
export function priceOf(
  model: string,
  prices: { readonly [model: string]: ModelPrice } = modelPrices,
): ModelPrice | null {
  const bare = model.slice(model.lastIndexOf("/") + 1);
  const undated = bare.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  const known = [model, bare, undated].find((name) => Object.hasOwn(prices, name));
  return known === undefined ? null : prices[known]!;
}
