import { nodeHost } from "@lobster-lang/runtime";
import type { Host } from "@lobster-lang/runtime";
import type { Arguments } from "./arguments.ts";
import { compileTarget } from "./compile-target.ts";
import { configurationsFor } from "./configuration.ts";
import type { Io } from "./io.ts";
import { fileTarget } from "./target.ts";
import { isUsageError } from "./usage-error.ts";

/** The world of a run; `workflows.run --file` is compiled as `run` itself compiles, by the configuration of its folder. */
export function hostFor(args: Pick<Arguments, "has" | "value">, io: Io): Host {
  return {
    ...nodeHost,
    compile: async (path) => {
      try {
        const { plan, files, configuration } = await compileTarget(
          await fileTarget(path, io),
          configurationsFor(args, io),
          io,
        );
        if (plan !== null) return { plan, programFolder: configuration.folder };
        // Errors in what the file calls are told with it.
        const errors = (files[0]?.diagnostics ?? []).filter((one) => one.severity !== "warning");
        return { problem: errors.map((one) => one.message).join("; ") };
      } catch (error) {
        if (isUsageError(error)) return { problem: (error as Error).message };
        throw error;
      }
    },
  };
}
