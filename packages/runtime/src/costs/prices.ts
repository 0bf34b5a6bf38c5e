import { modelPrices, type ModelPrice } from "@lobster-lang/language";

type Prices = { readonly [model: string]: ModelPrice };

/**
 * The known prices with those of LOBSTER_LLM_PRICING_JSON over them, `{"model": {"input": 1, "output": 2}}` in US dollars for
 * a million tokens. Text that is none of that is told and left out.
 */
export function pricesFrom(
  env: { readonly [name: string]: string | undefined },
  warn: (message: string) => void,
): Prices {
  const text = env["LOBSTER_LLM_PRICING_JSON"]?.trim() ?? "";
  if (text === "") return modelPrices;
  const given = parsed(text);
  if (isPrices(given)) return { ...modelPrices, ...given };
  warn(
    'LOBSTER_LLM_PRICING_JSON is left out: it must be JSON of the form {"model": {"input": 1, "output": 2}}, in US dollars for a million tokens',
  );
  return modelPrices;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isPrices(value: unknown): value is Prices {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value as { [model: string]: unknown }).every(([model, price]) => {
    if (model.trim() === "" || typeof price !== "object" || price === null) return false;
    const { input, output } = price as { readonly input?: unknown; readonly output?: unknown };
    return isRate(input) && isRate(output);
  });
}

function isRate(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
