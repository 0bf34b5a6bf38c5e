import { type Facts, noFacts, withName } from "./collected.ts";
import { collectFacts } from "./facts.ts";
import { Decisions } from "./places.ts";
import type { ScriptView } from "./script-view.ts";
import { viewOf } from "./script-view.ts";
import type { Substitution } from "./substitutions.ts";
import type { Walk } from "./walk.ts";
import { walkScript } from "./walk.ts";

/** Everything that one reading of a shell text gives. */
export interface Reading {
  readonly facts: Facts;
  readonly decisions: Decisions;
  /** The script itself, then the scripts of inner shells in it. */
  readonly views: readonly ScriptView[];
}

/** Without any of these a script has no expansions and no scripts inside it. */
const mayHoldMore = /['$`]|<</;

/**
 * Reads `shell` and decides the places in it. `written` is the same text as its author wrote it, for messages.
 */
export function readShell(written: string, shell: string, places: readonly Substitution[]): Reading {
  const view = viewOf(shell, 0, shell.length);
  const facts = noFacts();
  const decisions = new Decisions(written, places);
  const hasValue = (start: number, end: number): boolean => decisions.has(start, end);
  collectFacts(view, facts, hasValue);
  if (view.errors.length > 0 || (places.length === 0 && !mayHoldMore.test(shell))) {
    return { facts, decisions, views: [view] };
  }
  const walk: Walk = { text: shell, decisions, kinds: facts.kinds, evaluated: new Set(), inner: [] };
  walkScript(view, walk);
  // Which shell an inner script is for is said where it starts: bash's own syntax is no matter there.
  const bash = facts.bash.length;
  for (const inner of walk.inner) collectFacts(inner, facts, hasValue);
  facts.bash.length = bash;
  for (const name of walk.evaluated) facts.calculated = withName(facts.calculated, name);
  return { facts, decisions, views: [view, ...walk.inner] };
}
