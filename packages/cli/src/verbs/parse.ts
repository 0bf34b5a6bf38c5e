import { dirname, resolve } from "node:path";
import { check, checkPipeline } from "@lobster-lang/checker";
import { pipelineOf, readWorkflow } from "@lobster-lang/grammar";
import { readArguments } from "../arguments.ts";
import { configurationsFor, levelsFor } from "../configuration.ts";
import type { Configurations } from "../configuration.ts";
import type { Io } from "../io.ts";
import { readLimitsOf } from "../read-limits.ts";
import { readSource } from "../read-source.ts";
import { diagnosticAsJson } from "../render/diagnostics-json.ts";
import { lineIndexOf } from "../render/line-index.ts";
import { renderTree, treeAsJson } from "../render/tree.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";

/** `lobster parse`: prints the tree; 0 also where the text has faults, for there is always a tree; 2 wrong use. */
export const verb: Verb = {
  async run(words, io) {
    const args = readArguments(described("parse"), words);
    const pipeline = args.value("pipeline");
    const [path, ...more] = args.positionals;
    if ((path === undefined) === (pipeline === null) || more.length > 0) {
      throw new UsageError("`lobster parse` takes one file, or `--pipeline TEXT`");
    }
    const configurations = configurationsFor(args, io);
    const { key, text, tree, diagnostics } = await (pipeline === null
      ? workflow(path!, configurations, io)
      : inline(pipeline, configurations, io));
    const index = lineIndexOf(text);
    if (!args.has("json")) {
      io.stdout.write(renderTree(tree, index));
      return 0;
    }
    const found = diagnostics.map((one) => diagnosticAsJson(one, index));
    io.stdout.write(`${JSON.stringify({ version: 1, [key]: treeAsJson(tree), diagnostics: found }, null, 2)}\n`);
    return 0;
  },
};

async function workflow(path: string, configurations: Configurations, io: Io) {
  const configuration = await configurations.of(dirname(resolve(io.cwd, path)));
  const { commands, extraKeys } = configuration;
  const rules = levelsFor(configuration, resolve(io.cwd, path));
  const source = await readSource(path, io);
  const tree = readWorkflow(source.text, { fileName: path, limits: readLimitsOf(io), commands });
  const diagnostics = source.problem === null ? check(tree, { rules, extraKeys }) : [source.problem];
  return { key: "workflow", text: source.text, tree, diagnostics };
}

async function inline(text: string, configurations: Configurations, io: Io) {
  const configuration = await configurations.of(io.cwd);
  const rules = levelsFor(configuration, null);
  const tree = pipelineOf(text, configuration.commands);
  return { key: "pipeline", text, tree, diagnostics: checkPipeline(tree, { rules }) };
}
