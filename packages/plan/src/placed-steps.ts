import type { PlanStep } from "./types.ts";

/** A step at any depth, and where it stands. */
export interface PlacedStep {
  readonly step: PlanStep;
  /** JSON pointer into the plan. */
  readonly pointer: string;
  /** Ids from the outermost block to the step, with `/` between: what its gate is called in `requires`. */
  readonly path: string;
  /** The blocks around it, the outermost first. */
  readonly around: readonly PlacedStep[];
  /** Its number among all steps, in the order of the file. */
  readonly index: number;
  /** What its texts may name: the number of the step, or of the loop that gives a variable. */
  readonly visible: VisibleSteps;
  /** The same for `env` and `cwd`, which a loop makes anew for each item. */
  readonly visibleInEnv: VisibleSteps;
}

export interface VisibleSteps {
  get(id: string): number | undefined;
}

/**
 * Every step, each block before what is in it. The names that a step may read grow while the walk goes on: look at them
 * before asking for the next step. After the last one, `names` are the ids that belong to the whole plan.
 */
export function* placedSteps(
  plan: { readonly steps: readonly PlanStep[] },
  names: Map<string, number> = new Map(),
): Generator<PlacedStep> {
  const walk = new Walk();
  yield* walk.list(plan.steps, "/steps", [], names, layered(names, names));
}

/** The steps inside a block, and the key of its action that holds them. */
export function innerSteps({ action }: PlanStep): { readonly key: string; readonly steps: readonly PlanStep[] } | null {
  if (action?.kind === "for_each") return { key: "steps", steps: action.steps };
  return action?.kind === "parallel" ? { key: "branches", steps: action.branches } : null;
}

class Walk {
  #count = 0;

  /** Steps one after the other: each sees the ones before it. */
  *list(
    steps: readonly PlanStep[],
    at: string,
    around: readonly PlacedStep[],
    own: Map<string, number>,
    visible: VisibleSteps,
  ): Generator<PlacedStep> {
    for (const [number, step] of steps.entries()) {
      const branches = yield* this.#one(step, `${at}/${number}`, around, visible);
      for (const [id, index] of branches) own.set(id, index);
    }
  }

  /** A step and what is in it; gives the names that are known when it is done. */
  *#one(
    step: PlanStep,
    pointer: string,
    around: readonly PlacedStep[],
    visible: VisibleSteps,
  ): Generator<PlacedStep, Map<string, number>> {
    const index = this.#count++;
    const path = [...around.slice(-1).map((outer) => outer.path), step.id].join("/");
    const { action } = step;
    const variables = new Map(
      action?.kind === "for_each"
        ? [
            [action.itemVariable, index],
            [action.indexVariable, index],
          ]
        : [],
    );
    const visibleInEnv = variables.size === 0 ? visible : layered(variables, visible);
    const placed: PlacedStep = { step, pointer, path, around, index, visible, visibleInEnv };
    yield placed;
    const done = new Map([[step.id, index]]);
    const outer = [...around, placed];
    if (action?.kind === "for_each") {
      const own = new Map<string, number>();
      yield* this.list(action.steps, `${pointer}/action/steps`, outer, own, layered(own, visibleInEnv));
    }
    if (action?.kind === "parallel") {
      for (const [number, branch] of action.branches.entries()) {
        const own = yield* this.#one(branch, `${pointer}/action/branches/${number}`, outer, visible);
        for (const [id, at] of own) done.set(id, at);
      }
    }
    return done;
  }
}

function layered(own: ReadonlyMap<string, number>, outer: VisibleSteps): VisibleSteps {
  return { get: (id) => own.get(id) ?? outer.get(id) };
}
