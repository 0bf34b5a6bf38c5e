import { type Difference, type Explainer, type Pair } from "./explainers/explainer.ts";
import { explainers } from "./explainers/index.ts";
import type { PeerFile } from "./peer-file.ts";
import type { Programs } from "./programs.ts";
import { isSame, type Outcome, outcomeOf } from "./run-file.ts";

/** `decisions` is empty for programs that agree, and null for a difference that nothing explains. */
export interface Verdict extends Difference {
  readonly decisions: readonly string[] | null;
}

/** Runs a file with both programs and finds the decisions that a difference follows from. */
export async function compare(programs: Programs, file: PeerFile): Promise<Verdict> {
  const pair: Pair = { original: file, ours: file };
  const outcomes = await runBoth(programs, pair);
  const difference = { ...pair, outcomes };
  if (isSame(outcomes.original, outcomes.ours)) return { ...difference, decisions: [] };
  for (const { accounts } of explainers) {
    const decision = accounts?.(difference) ?? false;
    if (decision !== false) return { ...difference, decisions: [decision] };
  }
  return { ...difference, decisions: await decisionsFor(programs, difference) };
}

/** The fewest explainers that make the difference vanish: all that apply, then one after the other left out. */
async function decisionsFor(programs: Programs, difference: Difference): Promise<readonly string[] | null> {
  const applying = explainers.filter(({ rewrite, reads }) => {
    if (rewrite !== undefined) return rewrite(difference) !== null;
    return reads !== undefined && reads(difference.outcomes.original, difference.original) !== null;
  });
  if (applying.length === 0) return null;
  const all = await attempt(programs, difference, applying);
  let used = applying.filter((each) => !all.unconfirmed.includes(each));
  const isEnough = async (some: readonly Explainer[]): Promise<boolean> => {
    if (some.length === 0) return false;
    const { isGone, unconfirmed } = await attempt(programs, difference, some);
    return isGone && unconfirmed.length === 0;
  };
  const isExplained = all.unconfirmed.length === 0 ? all.isGone : await isEnough(used);
  if (!isExplained) {
    // Together they may be in each other's way.
    for (const each of applying) if (await isEnough([each])) return [each.decision];
    return null;
  }
  for (const each of used) {
    const others = used.filter((other) => other !== each);
    if (await isEnough(others)) used = others;
  }
  return used.map(({ decision }) => decision);
}

interface Attempt {
  readonly isGone: boolean;
  /** What was rewritten although it did not matter. */
  readonly unconfirmed: readonly Explainer[];
}

async function attempt(programs: Programs, difference: Difference, used: readonly Explainer[]): Promise<Attempt> {
  let pair: Pair = { original: difference.original, ours: difference.ours };
  for (const { rewrite } of used) pair = rewrite?.(pair) ?? pair;
  const { original, ours } = await runBoth(programs, pair, difference);
  let read: Outcome = original;
  for (const { reads } of used) read = reads?.(read, pair.original) ?? read;
  const unconfirmed = used.filter(({ confirms }) => confirms?.({ original, ours }) === false);
  return { isGone: isSame(read, ours), unconfirmed };
}

/** Only what was changed runs again. */
async function runBoth(programs: Programs, pair: Pair, known?: Difference): Promise<Difference["outcomes"]> {
  const of = (side: keyof Pair): Promise<Outcome> =>
    known !== undefined && pair[side] === known[side]
      ? Promise.resolve(known.outcomes[side])
      : outcomeOf(programs, side, pair[side]);
  const [original, ours] = await Promise.all([of("original"), of("ours")]);
  return { original, ours };
}
