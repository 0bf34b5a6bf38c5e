import type { Json } from "@lobster-lang/plan";
import { isMissing, writeAtomically } from "@lobster-lang/state";
import { join, resolve } from "node:path";
import { isMap } from "../commands/arguments.ts";
import { firstOf } from "../endpoint.ts";
import { storing } from "../stored-values.ts";
import type { StageContext } from "../commands/command.ts";
import type { ModelRequest } from "./request.ts";

/** Answers that are there already: of this run's state, else of the cache (original-runtime.md 2.6). */
export interface KeptAnswers {
  find(): Promise<{ readonly items: readonly Json[]; readonly source: "run_state" | "cache" } | null>;
  keep(items: readonly Json[]): Promise<void>;
}

type Place = Pick<StageContext, "cwd" | "world" | "environment">;

/**
 * Answers by the key of the call. The cache stands in a private folder of the state folder, or in LOBSTER_CACHE_DIR; files are
 * 0600. The run state is a stored value, looked at first and also without a cache.
 */
export function keptAnswers(request: ModelRequest, cacheKey: string, place: Place): KeptAnswers {
  const { values, files, now } = place.world;
  const folder = join(cacheFolder(place), request.command);
  const { stateKey } = request;
  return {
    find: async () => {
      if (request.refresh) return null;
      const state = stateKey === null ? undefined : await storing(() => values.read(stateKey));
      const kept = itemsIn(state, cacheKey);
      if (kept !== null) return { items: kept, source: "run_state" };
      if (request.disableCache) return null;
      const cached = itemsIn(await readCache(place, join(folder, `${cacheKey}.json`)), cacheKey);
      return cached === null ? null : { items: cached, source: "cache" };
    },
    keep: async (items) => {
      // An answer with a secret in it is asked for again rather than stored.
      if (place.world.vault.found(JSON.stringify(items)).length > 0) return;
      const storedAt = new Date(now()).toISOString();
      if (stateKey !== null) {
        const state = { type: request.command, version: 1, cacheKey, items, storedAt };
        await storing(() => values.write(stateKey, state));
      }
      if (request.disableCache) return;
      await files.makeFolder(folder);
      await writeAtomically(
        files,
        join(folder, `${cacheKey}.json`),
        `${JSON.stringify({ items, cacheKey, storedAt })}\n`,
      );
    },
  };
}

function cacheFolder({ cwd, world, environment }: Place): string {
  const set = firstOf(environment.variables, ["LOBSTER_CACHE_DIR"]);
  return set === null ? join(resolve(world.stateDir), "cache") : resolve(cwd, set.value);
}

/** A damaged entry counts as none: the call mends it. */
async function readCache({ world }: Place, path: string): Promise<Json | undefined> {
  try {
    return JSON.parse((await world.files.read(path)).toString("utf8")) as Json;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function itemsIn(kept: Json | undefined, cacheKey: string): readonly Json[] | null {
  if (kept === undefined || !isMap(kept) || kept.cacheKey !== cacheKey || !Array.isArray(kept.items)) return null;
  return kept.items as readonly Json[];
}
