import { isMap, type JsonMap, mapSteps } from "../workflow-value.ts";
import { type Explainer, rewriting, rewritingBoth } from "./explainer.ts";

const onAttempts = ["retry", "on_error", "timeout_ms"];

/** Ours gets inner steps as the original reads them: without what it ignores there. */
export const attemptsInBlocks: Explainer = {
  decision: "D10",
  says: "retry, timeouts, on_error and when work everywhere",
  rewrite: rewriting("ours", (workflow) =>
    mapSteps(workflow, (step, place) => {
      if (place === "step") return step;
      const ignored = place === "branch" ? [...onAttempts, "when", "condition"] : onAttempts;
      return Object.fromEntries(Object.entries(step).filter(([key]) => !ignored.includes(key)));
    }),
  ),
};

/** Both get loops without blocks in them. */
export const blocksInLoops: Explainer = {
  decision: "D10",
  says: "a step of a loop can be what any step can",
  rewrite: rewritingBoth((workflow) =>
    mapSteps(workflow, (step, place) =>
      place === "sub-step" && ("for_each" in step || "parallel" in step || "workflow" in step)
        ? { id: step["id"]!, run: "true" }
        : step,
    ),
  ),
};

/** Both get blocks that always run. */
export const branchesOfSkipped: Explainer = {
  decision: "D46",
  says: "a branch of a skipped block reads as skipped, as a skipped step does",
  rewrite: rewritingBoth((workflow) =>
    mapSteps(workflow, (step) => {
      const { when: _when, condition: _condition, ...rest } = step;
      return "parallel" in step ? rest : step;
    }),
  ),
};

/** The original gets lists kept together by a last `json`. */
export const loopsOverPipelines: Explainer = {
  decision: "D11",
  says: "a loop over a pipeline takes one item, too",
  rewrite: rewriting("original", (workflow) => {
    const looped = new Set<string>();
    mapSteps(workflow, (step) => {
      const id =
        typeof step["for_each"] === "string" ? /^\s*\$([\w-]+)\.json\s*$/.exec(step["for_each"])?.[1] : undefined;
      if (id !== undefined) looped.add(id);
      return step;
    });
    return mapSteps(workflow, (step) =>
      typeof step["pipeline"] === "string" && looped.has(String(step["id"]))
        ? { ...step, pipeline: `${step["pipeline"]} | json` }
        : step,
    );
  }),
};

/** The original gets no branches that fail at once. */
export const firstToSucceed: Explainer = {
  decision: "D12",
  says: "wait: any is the first to succeed",
  rewrite: rewriting("original", (workflow) =>
    mapSteps(workflow, (step) => {
      const { parallel } = step;
      if (!isMap(parallel) || parallel["wait"] !== "any" || !Array.isArray(parallel["branches"])) return step;
      const branches = parallel["branches"].filter((branch) => !(isMap(branch) && branch["run"] === "exit 1"));
      return { ...step, parallel: { ...parallel, branches } satisfies JsonMap };
    }),
  ),
};
