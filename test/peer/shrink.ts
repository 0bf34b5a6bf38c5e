import type { Json, PeerFile } from "./peer-file.ts";
import { isMap, type JsonMap, withWorkflow, workflowOf } from "./workflow-value.ts";

/**
 * A smaller file for which `holds` is still true: steps, keys, entries, stages and answers go as long as that changes
 * nothing. At most `budget` files are tried.
 */
export async function shrunk(
  file: PeerFile,
  holds: (smaller: PeerFile) => Promise<boolean>,
  budget = 120,
): Promise<PeerFile> {
  let best = file;
  let left = budget;
  for (let isBetter = true; isBetter && left > 0;) {
    isBetter = false;
    for (const smaller of smallerFiles(best)) {
      if (left-- <= 0) break;
      if (!(await holds(smaller))) continue;
      best = smaller;
      isBetter = true;
      break;
    }
  }
  return best;
}

function* smallerFiles(file: PeerFile): Generator<PeerFile> {
  if (file.args !== null) yield { ...file, args: null };
  if (file.dryRun) yield { ...file, dryRun: false };
  if (file.kind === "pipeline") {
    for (const text of withoutOneStage(file.text)) yield { ...file, text };
    return;
  }
  const workflow = workflowOf(file, true);
  for (const smaller of smallerMaps(workflow)) yield withWorkflow(file, smaller);
}

/** Large pieces first. */
function* smallerMaps(map: JsonMap): Generator<JsonMap> {
  for (const key of Object.keys(map)) {
    const { [key]: _gone, ...rest } = map;
    yield rest;
  }
  for (const [key, value] of Object.entries(map))
    for (const smaller of smallerValues(value)) yield { ...map, [key]: smaller };
}

function* smallerValues(value: Json): Generator<Json> {
  if (isMap(value)) yield* smallerMaps(value);
  else if (typeof value === "string") yield* withoutOneStage(value);
  else if (Array.isArray(value)) {
    for (let i = value.length - 1; i >= 0; i--) yield value.toSpliced(i, 1);
    for (const [i, item] of value.entries()) for (const smaller of smallerValues(item)) yield value.with(i, smaller);
  }
}

function* withoutOneStage(text: string): Generator<string> {
  const stages = text.split(" | ");
  for (let i = stages.length - 1; i >= 0 && stages.length > 1; i--) yield stages.toSpliced(i, 1).join(" | ");
}
