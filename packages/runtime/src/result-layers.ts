import type { StepResult } from "./results.ts";

/** Results by step id, as a place of the plan sees them. */
export interface Results {
  get(id: string): StepResult | undefined;
}

/** Results of one list of steps, in front of those around it: a loop's round hides an outer step of the same id. */
export interface ResultLayer extends Results {
  set(id: string, result: StepResult): void;
  /** Of this layer alone. */
  own(id: string): StepResult | undefined;
}

export function layerOn(outer: Results | null): ResultLayer {
  const results = new Map<string, StepResult>();
  return {
    get: (id) => results.get(id) ?? outer?.get(id),
    set: (id, result) => void results.set(id, result),
    own: (id) => results.get(id),
  };
}
