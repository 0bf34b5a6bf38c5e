import { renderGraph } from "@lobster-lang/plan";
import type { GraphFormat } from "@lobster-lang/plan";
import { readArguments } from "../arguments.ts";
import { configurationsFor } from "../configuration.ts";
import { compileTarget } from "../compile-target.ts";
import { coloursFor } from "../render/colour.ts";
import { renderText } from "../render/diagnostics-text.ts";
import { errorsOf } from "../render/findings.ts";
import { fileTarget } from "../target.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";

/** `lobster graph`: 0 drawn, 2 wrong use or a file with errors. */
export const verb: Verb = {
  async run(words, io) {
    const args = readArguments(described("graph"), words);
    const paths = [...(args.value("file") === null ? [] : [args.value("file")!]), ...args.positionals];
    if (paths.length !== 1) throw new UsageError("`lobster graph` takes one workflow or plan");
    const { plan, files } = await compileTarget(await fileTarget(paths[0]!, io), configurationsFor(args, io), io);
    if (plan === null) {
      io.stderr.write(renderText(files.map(errorsOf), coloursFor(io.stderr, io.env)));
      return 2;
    }
    io.stdout.write(renderGraph(plan, (args.value("format") ?? "mermaid") as GraphFormat));
    return 0;
  },
};
