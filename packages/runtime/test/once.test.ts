import type { Json } from "@lobster-lang/plan";
import { expect, test } from "vitest";
import type { Engine } from "../src/engine.ts";
import { StepFailure } from "../src/failures.ts";
import { once } from "../src/once.ts";

/** An engine that remembers what was finished, as a journal does over several processes. */
function remembering() {
  const finished = new Map<string, Json>();
  const step = async <T extends Json>(key: string, work: () => Promise<T>): Promise<T> => {
    if (!finished.has(key)) finished.set(key, await work());
    return finished.get(key) as T;
  };
  return { step } as unknown as Engine;
}

/** Sends three mails; the address that is `broken` fails. */
function sending(engine: Engine, sent: string[], broken: { address: string | null }) {
  return async () => {
    for (const to of ["a", "b", "c"]) {
      await once(engine, `mail ${to}`, async () => {
        if (to === broken.address) throw new StepFailure(`550 ${to}`, { exitCode: 2 });
        sent.push(to);
        return { sent: to };
      });
    }
  };
}

test("what is done is not done again when the stage is, and what failed is tried anew", async () => {
  const engine = remembering();
  const sent: string[] = [];
  const broken: { address: string | null } = { address: "b" };
  const send = sending(engine, sent, broken);
  await expect(send()).rejects.toMatchObject({ message: "550 b", exitCode: 2 });
  await expect(send()).rejects.toMatchObject({ message: "550 b" });
  expect(sent).toEqual(["a"]);
  broken.address = null;
  await send();
  await send();
  expect(sent).toEqual(["a", "b", "c"]);
});
