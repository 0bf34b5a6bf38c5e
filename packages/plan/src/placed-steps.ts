import type { Plan, PlanStep } from "./types.ts";

/** A step at any depth, and where it stands. */
export interface PlacedStep {
  readonly step: PlanStep;
  /** JSON pointer into the plan. */
  readonly pointer: string;
  /** Ids from the outermost block or `workflow:` step to this one, with `/` between: what its gate is called in `requires`. */
  readonly path: string;
  /** Key of the child that it is a step of; null in the plan itself. */
  readonly child: string | null;
  /** The blocks and `workflow:` steps around it, the outermost first. */
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

/** A plan, or a list of steps for which nothing is said about the children that they run. */
export type StepsOfPlan = Pick<Plan, "steps" | "children">;

/**
 * Every step, each block before what is in it, and a child's steps at each place where it is run (a plan that `readPlan` has
 * not seen may be huge there). The names that a step may read grow while the walk goes on: look at them before asking for
 * the next step. After the last one, `names` are the ids that belong to the whole plan.
 */
export function* placedSteps(plan: StepsOfPlan, names: Map<string, number> = new Map()): Generator<PlacedStep> {
  yield* new Walk(plan.children ?? {}).list(plan.steps, { at: "/steps", child: null, around: [] }, names, names);
}

/** The steps of one workflow of a plan (`workflowsOf`), without those of the children that it runs. */
export function* ownSteps(
  {
    steps,
    pointer,
    key,
  }: { readonly steps: readonly PlanStep[]; readonly pointer: string; readonly key: string | null },
  names: Map<string, number> = new Map(),
): Generator<PlacedStep> {
  yield* new Walk({}).list(steps, { at: `${pointer}/steps`, child: key, around: [] }, names, names);
}

/** The steps inside a block, and the key of its action that holds them. */
export function innerSteps({ action }: PlanStep): { readonly key: string; readonly steps: readonly PlanStep[] } | null {
  if (action?.kind === "for_each") return { key: "steps", steps: action.steps };
  return action?.kind === "parallel" ? { key: "branches", steps: action.branches } : null;
}

/** Where a list of steps stands. */
interface ListPlace {
  readonly at: string;
  readonly child: string | null;
  readonly around: readonly PlacedStep[];
}

class Walk {
  readonly #children: NonNullable<Plan["children"]>;
  #count = 0;

  constructor(children: NonNullable<Plan["children"]>) {
    this.#children = children;
  }

  /** Steps one after the other: each sees the ones before it. */
  *list(
    steps: readonly PlanStep[],
    place: ListPlace,
    own: Map<string, number>,
    visible: VisibleSteps,
  ): Generator<PlacedStep> {
    for (const [number, step] of steps.entries()) {
      const branches = yield* this.#one(step, { ...place, at: `${place.at}/${number}` }, visible);
      for (const [id, index] of branches) own.set(id, index);
    }
  }

  /** A step and what is in it; gives the names that are known when it is done. */
  *#one(
    step: PlanStep,
    { at: pointer, child, around }: ListPlace,
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
    const placed: PlacedStep = { step, pointer, path, child, around, index, visible, visibleInEnv };
    yield placed;
    const done = new Map([[step.id, index]]);
    const outer = [...around, placed];
    if (action?.kind === "for_each") {
      const own = new Map<string, number>();
      const inside = { at: `${pointer}/action/steps`, child, around: outer };
      yield* this.list(action.steps, inside, own, layered(own, visibleInEnv));
    }
    if (action?.kind === "parallel") {
      for (const [number, branch] of action.branches.entries()) {
        const inside = { at: `${pointer}/action/branches/${number}`, child, around: outer };
        const own = yield* this.#one(branch, inside, visible);
        for (const [id, at] of own) done.set(id, at);
      }
    }
    const called = action?.kind === "workflow" ? this.#children[action.child] : undefined;
    if (action?.kind === "workflow" && called !== undefined) {
      const own = new Map<string, number>();
      const inside = { at: `/children/${action.child}/steps`, child: action.child, around: outer };
      yield* this.list(called.steps, inside, own, own);
    }
    return done;
  }
}

function layered(own: ReadonlyMap<string, number>, outer: VisibleSteps): VisibleSteps {
  return { get: (id) => own.get(id) ?? outer.get(id) };
}
