import type {
  Conversion,
  EntryNode,
  Fix,
  LookAlike,
  MapNode,
  PartName,
  StepNode,
  TextEdit,
  WorkflowTree,
} from "@lobster-lang/language";
import { actionKeys, entryOf, fieldOf, lookAlike, nearest, parts, plainValue, resolved } from "@lobster-lang/language";
import { removeEntry, renameKey, replaceValue } from "./entry-edits.ts";
import { fits } from "./fits.ts";
import type { PartInstance } from "./part-instances.ts";

/** The value that a converted entry gets (`undefined`: it keeps its own), whether that is certain; null: none fits. */
interface Converted {
  readonly value?: string | number | boolean | { readonly max: number };
  readonly safe: boolean;
}

/** The fix that turns a key of another language into ours, or null where no certain value follows from what is there. */
export function lookAlikeFix(tree: WorkflowTree, at: PartInstance, entry: EntryNode, look: LookAlike): Fix | null {
  if (look.convert === "remove") return removal(tree, at.map, entry, true);
  if (look.convert === "file-order") return removal(tree, at.map, entry, namesEarlierSteps(tree, at.step, entry));
  if (look.instead === undefined || look.convert === undefined || isTaken(at, entry, look.instead)) return null;
  const converted = convert(at, entry, look.convert, look.instead);
  if (converted === null) return null;
  const edits = [renameKey(tree, entry, look.instead)];
  const { value } = converted;
  if (value !== undefined) edits.push(replaceValue(tree, entry, spelt(value, tree.format)));
  const words = value === undefined ? "" : ` ${spelt(value, "yaml")}`;
  return fixOf(`write \`${look.instead}:${words}\``, converted.safe, edits);
}

function spelt(value: NonNullable<Converted["value"]>, format: "yaml" | "json"): string {
  if (format === "json") return JSON.stringify(value);
  return typeof value === "object" ? `{max: ${value.max}}` : String(value);
}

/** A fix of all edits; null when one of them is impossible. */
export function fixOf(title: string, safe: boolean, edits: readonly (TextEdit | null)[]): Fix | null {
  const possible = edits.filter((edit) => edit !== null);
  return possible.length === edits.length ? { title, safe, edits: possible } : null;
}

function removal(tree: WorkflowTree, map: MapNode, entry: EntryNode, safe: boolean): Fix | null {
  return fixOf(`remove \`${entry.key.text}\``, safe, [removeEntry(tree, map, entry)]);
}

function convert(at: PartInstance, entry: EntryNode, conversion: Conversion, target: string): Converted | null {
  const value = plainValue(entry.value);
  switch (conversion) {
    case "seconds":
      return inMilliseconds(value, 1000);
    case "minutes":
      return inMilliseconds(value, 60_000);
    case "milliseconds":
      return inMilliseconds(value, 1);
    case "retries":
      return attempts(value, 1, target);
    case "attempts":
      return attempts(value, 0, target);
    case "continue-flag":
      return typeof value === "boolean" ? { value: value ? "continue" : "stop", safe: true } : null;
    case "optional-flag":
      return typeof value === "boolean" ? { value: !value, safe: true } : null;
    default:
      return { safe: canBecome(at, entry, target) };
  }
}

/** Whether the key is there already, or an earlier misspelt one is about to become it. */
export function isTaken(at: PartInstance, entry: EntryNode, key: string): boolean {
  const earlier = at.map.entries.slice(0, Math.max(0, at.map.entries.indexOf(entry)));
  return entryOf(at.map, key) !== undefined || earlier.some((other) => means(at.part, other.key.text) === key);
}

/** Whether the key is there, or another one that unknown-key reports and that was meant to be it. */
export function isMeant(at: PartInstance, key: string): boolean {
  return at.map.entries.some((entry) => entry.key.text === key || means(at.part, entry.key.text) === key);
}

/** The key that a foreign or misspelt one stands for, or null. */
function means(part: PartName, written: string): string | null {
  if (fieldOf(part, written) !== undefined) return null;
  const look = lookAlike(part, written);
  return look === undefined ? nearest(written, keysOf(part)) : (look.instead ?? null);
}

/** Whether an entry under another key plainly means this: its value fits, and the key works where it stands. */
export function canBecome(at: PartInstance, entry: EntryNode, key: string): boolean {
  const field = fieldOf(at.part, key);
  if (field === undefined || !fits(entry.value, field.type)) return false;
  if (field.owner !== undefined && !field.owner.keys.some((owner) => entryOf(at.map, owner) !== undefined))
    return false;
  return field.action !== true || actionKeys(at.part).every((action) => entryOf(at.map, action) === undefined);
}

/** All spellings of the keys of a part. */
export function keysOf(part: PartName): readonly string[] {
  return parts[part].fields.flatMap((field) => [field.name, ...(field.aliases ?? [])]);
}

const units: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1000],
  ["sec", 1000],
  ["m", 60_000],
  ["min", 60_000],
  ["h", 3_600_000],
]);

/** `30` with the key's own unit, `30s`, `5m`. A large bare number may be milliseconds already: offered, not certain. */
function inMilliseconds(value: unknown, factor: number): Converted | null {
  if (typeof value === "number") return whole(value * factor, factor === 1 || value < 1000);
  if (typeof value !== "string") return null;
  return durationIn(value);
}

function durationIn(text: string): Converted | null {
  const value = durationOf(text);
  return value === null ? null : whole(value, true);
}

/** The milliseconds of a text such as `30s`, `5 min`, `250ms`. */
export function durationOf(text: string): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(text);
  const unit = units.get(match?.[2]?.toLowerCase() ?? "");
  return match === null || unit === undefined ? null : Number(match[1]) * unit;
}

function whole(value: number, safe: boolean): Converted | null {
  return Number.isInteger(value) && value >= 1 && value <= 2_147_483_647 ? { value, safe } : null;
}

/** `retry: {max: …}` counts the first attempt, too. */
function attempts(value: unknown, extra: number, target: string): Converted | null {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0) return null;
  const max = Math.max(1, value + extra);
  return { value: target === "retry" ? { max } : max, safe: true };
}

/** Whether all steps that `needs:` names stand earlier in the file, so that leaving it out changes nothing. */
function namesEarlierSteps(tree: WorkflowTree, step: StepNode | null, entry: EntryNode): boolean {
  const index = tree.steps.findIndex((other) => other === step);
  const earlier = new Set(tree.steps.slice(0, Math.max(0, index)).map((other) => other.id));
  const target = resolved(entry.value);
  const names = target?.kind === "list" ? target.items.map(plainValue) : [plainValue(entry.value)];
  return names.every((name) => typeof name === "string" && earlier.has(name));
}
