import type { Diagnostic, WorkflowTree } from "@lobster-lang/language";
import { nearest } from "@lobster-lang/language";
import type { CheckOptions } from "./check.ts";
import type { Model } from "./model.ts";
import { ruleNamed, rules } from "./rules/index.ts";
import { linesOf } from "./lines.ts";
import { collectSilencers, mayHaveSilencers, type Silencer } from "./silencers.ts";

/** A finding, and whether the author may silence it. */
export interface Found extends Diagnostic {
  readonly locked: boolean;
}

/** Findings without those that the author silenced, plus one for each silencer that silences nothing. */
export function silence(
  tree: WorkflowTree,
  model: Model,
  found: readonly Found[],
  options: CheckOptions,
): readonly Found[] {
  if (!mayHaveSilencers(tree.text)) return found;
  const lines = linesOf(tree.text);
  const silencers = collectSilencers(tree, model, lines);
  if (silencers.length === 0) return found;
  const everywhere = silencers.filter((silencer) => silencer.lines === null);
  const byLine = indexed(silencers);
  const used = new Set<Silencer>();
  const refused = new Set<Silencer>();
  const kept = found.filter((finding) => {
    const near = byLine.get(lines.lineOf(finding.range.start)) ?? [];
    const hits = [...near, ...everywhere].filter((silencer) => applies(silencer, finding));
    for (const hit of hits) (finding.locked ? refused : used).add(hit);
    return finding.locked || hits.length === 0;
  });
  const idle = silencers.filter((silencer) => !used.has(silencer) && isOn(silencer.rule, options));
  return [...kept, ...idle.map((silencer) => unused(silencer, refused.has(silencer)))];
}

function applies(silencer: Silencer, finding: Diagnostic): boolean {
  if (silencer.rule !== finding.rule) return false;
  const within = silencer.within;
  return within === null || (within.start <= finding.range.start && finding.range.start <= within.end);
}

function indexed(silencers: readonly Silencer[]): ReadonlyMap<number, readonly Silencer[]> {
  const byLine = new Map<number, Silencer[]>();
  for (const silencer of silencers) {
    if (silencer.lines === null) continue;
    for (let line = silencer.lines.first; line <= silencer.lines.last; line++) {
      const there = byLine.get(line);
      if (there === undefined) byLine.set(line, [silencer]);
      else there.push(silencer);
    }
  }
  return byLine;
}

function isOn(ruleId: string, options: CheckOptions): boolean {
  return options.rules?.[ruleId] !== "off";
}

function unused(silencer: Silencer, refused: boolean): Found {
  return {
    rule: "unused-ignore",
    severity: "warning",
    range: silencer.range,
    message: reason(silencer, refused),
    related: [],
    fixes: silencer.removal === null ? [] : [silencer.removal],
    locked: false,
  };
}

function reason(silencer: Silencer, refused: boolean): string {
  const { rule } = silencer;
  if (refused) return `\`${rule}\` cannot be silenced: nothing could run with this fault, so mend it`;
  if (ruleNamed(rule) === undefined) {
    const meant = nearest(
      rule,
      rules.map((known) => known.id),
    );
    return `there is no rule \`${rule}\`${meant === null ? "; `lobster explain` lists them" : `; did you mean \`${meant}\``}`;
  }
  if (silencer.misplaced)
    return `an ignore comment counts for the next line: put it on a line of its own before this one`;
  return `nothing to silence here: \`${rule}\` reports nothing`;
}
