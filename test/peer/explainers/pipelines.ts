import { type Explainer, rewritingPipelines } from "./explainer.ts";

/** A pipeline's rewriter for both programs. */
const both =
  (change: (text: string) => string): NonNullable<Explainer["rewrite"]> =>
  (pair) => {
    const ours = rewritingPipelines("ours", change)(pair);
    return ours === null ? null : (rewritingPipelines("original", change)(ours) ?? ours);
  };

/** The original maps copies of the items. */
export const immutableResults: Explainer = {
  decision: "D24",
  says: "map changes no earlier result",
  rewrite: rewritingPipelines("original", (text) =>
    /\bmap\s+\S*=/.test(text) ? `exec --json --stdin json cat | ${text}` : text,
  ),
};

/** The original gets the backslash in double quotes. */
export const finalBackslashes: Explainer = {
  decision: "D25",
  says: "a quoted word may end in a backslash",
  rewrite: rewritingPipelines("original", (text) => text.replace(/'([^'"]*)\\'(?=\s|$)/g, '"$1\\\\"')),
};

/** The original does not get flags that say no. */
export const negatedFlags: Explainer = {
  decision: "D26",
  says: "`--flag=false` is false",
  rewrite: rewritingPipelines("original", (text) => text.replace(/ --[\w-]+=false\b/g, "")),
};

/** The original gets the program's line for its shell. */
export const programOptions: Explainer = {
  decision: "D27",
  says: "options behind the program are the program's",
  rewrite: rewritingPipelines("original", (text) => text.replace(/\bexec (echo --[\w -]+\w)/g, "exec --shell '$1'")),
};

/** Both sort only items that have the key. */
export const nullsLast: Explainer = {
  decision: "D35",
  says: "sort --desc has nulls last",
  rewrite: both((text) => text.replace(/\bsort --key ([\w.]+) --desc/g, "where '$1!=null' | $&")),
};

/** The original gets the line in one. */
export const continuedLines: Explainer = {
  decision: "D41",
  says: "a backslash at a line's end continues the line",
  rewrite: rewritingPipelines("original", (text) => text.replace(/\\\n/g, " ")),
};
