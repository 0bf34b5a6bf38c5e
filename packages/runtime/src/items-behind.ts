import type { ArgPiece, Json, RefPiece } from "@lobster-lang/plan";
import { itemsOf } from "./results.ts";
import type { Scope } from "./values.ts";

/**
 * The items of a pipeline or of a called workflow where a reference is to their `.json`, as they are: also a single one,
 * whose `.json` is that item itself. For what wants a list (D11); null for every other reference.
 */
export async function itemsBehind(piece: ArgPiece | RefPiece, scope: Scope): Promise<readonly Json[] | null> {
  if (!("ref" in piece) || piece.ref.path.length !== 1 || piece.ref.path[0] !== "json") return null;
  const record = scope.results.get(piece.ref.step)?.record ?? null;
  if (record === null || record.failed !== null || record.items === null || record.stdout !== null) return null;
  return itemsOf(record.items, scope.outputs);
}
