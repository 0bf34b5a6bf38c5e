/** Something to report about a text, before it has a place in a file. */
export interface Finding {
  readonly rule: string;
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly fixes?: readonly FindingFix[];
}

export interface FindingFix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly Edit[];
}

/** `[from, to)` becomes `insert`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** What has to be changed before the rest of a text can be read, and what to say about it. */
export interface Mend {
  readonly edits: readonly Edit[];
  /** The edited interval is one value; it is taken as plain text, as it stands. */
  readonly isValue: boolean;
  readonly finding: Finding;
}

/** The same with other offsets. */
function mapEdit(edit: Edit, map: (offset: number) => number): Edit {
  return { from: map(edit.from), to: map(edit.to), insert: edit.insert };
}

export function mapFinding(finding: Finding, map: (offset: number) => number): Finding {
  const { from, to, fixes } = finding;
  const moved = { ...finding, from: map(from), to: map(to) };
  if (fixes === undefined) return moved;
  return { ...moved, fixes: fixes.map((fix) => ({ ...fix, edits: fix.edits.map((edit) => mapEdit(edit, map)) })) };
}

export function mapMend(mend: Mend, map: (offset: number) => number): Mend {
  const edits = mend.edits.map((edit) => mapEdit(edit, map));
  return { edits, isValue: mend.isValue, finding: mapFinding(mend.finding, map) };
}
