import { compilePipeline, planOf, type CompilePipelineOptions } from "@lobster-lang/compiler";
import { commands, type CommandSignature } from "@lobster-lang/language";
import type { Plan } from "@lobster-lang/plan";
import { run, start, type EventOptions, type RunOptions, type RunResult, type StartedRun } from "@lobster-lang/runtime";
import { camel, stageText } from "./stage-text.ts";
import type { StageMethods } from "./stage-types.ts";

/** A pipeline in the making: each method gives a new one with a stage more. Values are escaped by construction (D2). */
export interface Pipeline extends StageMethods<Pipeline> {
  /** The stages of another pipeline after these. */
  pipe(next: Pipeline): Pipeline;
  /** The text in the pipe language, as it could stand in a `pipeline:` of a workflow file or on a command line. */
  toString(): string;
  /** @throws CompileError with all findings when the pipeline has errors. */
  plan(options?: CompilePipelineOptions): Plan;
  /** Compiles and runs. Rejects with CompileError before anything runs; how the run ends is told by its result. */
  run(options?: RunOptions): Promise<RunResult>;
  /** Compiles and starts, for its events. @throws CompileError */
  start(options?: RunOptions & EventOptions): StartedRun;
}

/** An empty pipeline. */
export function pipeline(): Pipeline {
  return pipelineWith([]);
}

function pipelineWith(stages: readonly string[]): Pipeline {
  return Object.freeze(Object.assign(Object.create(methods) as Pipeline & Built, { stages: Object.freeze(stages) }));
}

/** What the methods know of the pipeline that they are called on. */
interface Built {
  readonly stages: readonly string[];
}

function stageMethod(command: CommandSignature): readonly [string, unknown] {
  return [
    camel(command.name),
    function (this: Built, ...given: readonly unknown[]): Pipeline {
      return pipelineWith([...this.stages, stageText(command, given)]);
    },
  ];
}

const methods: object = Object.freeze({
  ...Object.fromEntries(commands.map(stageMethod)),
  pipe(this: Built, next: Pipeline & Built): Pipeline {
    return pipelineWith([...this.stages, ...next.stages]);
  },
  toString(this: Built): string {
    return this.stages.join(" | ");
  },
  plan(this: Pipeline, options?: CompilePipelineOptions): Plan {
    return planOf(compilePipeline(this.toString(), options));
  },
  async run(this: Pipeline, options?: RunOptions): Promise<RunResult> {
    return run(this.plan(), options);
  },
  start(this: Pipeline, options?: RunOptions & EventOptions): StartedRun {
    return start(this.plan(), options);
  },
});
