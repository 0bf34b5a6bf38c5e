import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { schemaFaults } from "../../packages/runtime/src/model/json-schema.ts";
import { storyOf } from "./rows.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

it(
  storyOf("R109"),
  async () => {
    const schemas: WeakRef<object>[] = [];
    for (let n = 0; n < 200; n++) {
      const schema = { type: "object" };
      expect(schemaFaults(schema, {}, "responseSchema")).toEqual([]);
      schemas.push(new WeakRef(schema));
      // What a WeakRef was made of lives on until the turn ends.
      await new Promise((resolve) => setImmediate(resolve));
    }
    collectGarbage();
    expect(schemas.filter((schema) => schema.deref() !== undefined).length).toBeLessThan(20);
  },
  60_000,
);
