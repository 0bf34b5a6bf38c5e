import type { Outcome, Round } from "../run-file.ts";
import type { Explainer } from "./explainer.ts";

/** What the original prints before its envelope is read as the items: the list that `json` printed, or the one text. */
export const renderedPipelines: Explainer = {
  decision: "D38",
  says: "one document: a final renderer's text is output",
  reads: (original, file) => {
    const last = original.rounds.at(-1);
    const stage = file.kind === "pipeline" ? /(?:^|\|)\s*(json|table)\s*$/.exec(file.text)?.[1] : undefined;
    if (stage === undefined || last === undefined || "failed" in last || last.before === "") return null;
    const output = stage === "json" ? (JSON.parse(last.before) as unknown) : [last.before];
    const read: Round = { ...last, output, before: "" };
    return { ...original, rounds: [...original.rounds.slice(0, -1), read] } satisfies Outcome;
  },
};
