import type { BoundArgument, CommandSignature, PipelineNode, StageNode } from "@lobster-lang/language";
import type { PipelineAction, Stage, StageArgument } from "@lobster-lang/plan";
import { defaultOf, lowerFlag, lowerPositional } from "./argument.ts";
import type { PlaceLowering } from "./lowering.ts";
import { literalOf } from "./text.ts";
import { lowerProgram } from "./program.ts";

/** A pipeline as stages with typed arguments, the catalogue's defaults written out (D2: parsed now, never again). */
export function lowerPipeline(node: PipelineNode, pointer: string, lowering: PlaceLowering): PipelineAction {
  const stages: Stage[] = [];
  for (const stage of node.stages) {
    lowering.mark(`${pointer}/stages/${stages.length}`, stage.range);
    const lowered = lowerStage(stage, lowering);
    if (lowered !== null) stages.push(lowered);
  }
  return { kind: "pipeline", stages };
}

/** As `lowerPipeline`, for an inline pipeline: drafts are asked about by themselves where no stage does (lobster.md). */
export function lowerInline(node: PipelineNode, pointer: string, lowering: PlaceLowering): PipelineAction {
  const stages: Stage[] = [];
  node.stages.forEach((stage, index) => {
    lowering.mark(`${pointer}/stages/${stages.length}`, stage.range);
    const lowered = lowerStage(stage, lowering);
    if (lowered === null) return;
    stages.push(lowered);
    if (!givesDrafts(lowered) || isAskedAbout(node.stages.slice(index + 1))) return;
    lowering.mark(`${pointer}/stages/${stages.length}`, stage.range);
    stages.push(draftGate);
  });
  return { kind: "pipeline", stages };
}

const draftGate: Stage = {
  command: "approve",
  arguments: {
    prompt: { text: [{ text: "Send these draft replies?" }] },
    emit: { boolean: false },
    "preview-from-stdin": { boolean: true },
    limit: { number: 5 },
    "if-any": { boolean: true },
  },
};

function givesDrafts({ command, arguments: given }: Stage): boolean {
  const emit = given["emit"];
  return (
    command === "email.triage" &&
    emit !== undefined &&
    "text" in emit &&
    literalOf(emit.text)?.toLowerCase() === "drafts"
  );
}

/** Whether a gate comes before anything is sent. */
function isAskedAbout(following: readonly StageNode[]): boolean {
  const names = following.map((stage) => stage.signature?.name);
  const gate = names.findIndex((name) => name === "approve" || name === "ask");
  const sending = names.indexOf("gog.gmail.send");
  return gate !== -1 && (sending === -1 || gate < sending);
}

function lowerStage(node: StageNode, lowering: PlaceLowering): Stage | null {
  if (node.name === null) {
    lowering.refuse("pipeline-syntax", node.range, "there is no stage here; write a command, or take the `|` away");
    return null;
  }
  const { signature } = node;
  if (signature === null) {
    lowering.refuse("unknown-command", node.name.range, `there is no stage \`${node.name.text}\``);
    return null;
  }
  const lowered = { command: signature.name, arguments: Object.fromEntries(argumentsOf(signature, node, lowering)) };
  return signature.program === undefined
    ? lowered
    : { ...lowered, program: lowerProgram(signature, signature.program) };
}

/** By canonical name, in the order of the catalogue; of a flag that stands twice the last one counts. */
function argumentsOf(signature: CommandSignature, node: StageNode, lowering: PlaceLowering) {
  const found = new Map<string, StageArgument>();
  const keep = (name: string, argument: StageArgument | null): void => {
    if (argument !== null) found.set(name, argument);
  };
  for (const positional of signature.positionals) {
    const words = positionalsOf(node, signature, positional.name);
    const argument = lowerPositional(positional, words, lowering);
    // `exec 'date | wc'`: one word with a blank is shell text, and the plan says so.
    const isScript = positional.type === "program" && argument !== null && "script" in argument;
    keep(isScript ? "shell" : (positional.flag ?? positional.name), argument);
  }
  for (const flag of signature.flags) {
    const bound = node.bound.findLast((argument) => argument.form === "flag" && argument.flag === flag.name);
    if (bound !== undefined) keep(flag.name, lowerFlag(flag, bound, lowering));
    else if (!found.has(flag.name)) keep(flag.name, defaultOf(flag));
  }
  return found;
}

/** The words of one positional: one word each, and the last takes the rest if it says so. */
function positionalsOf(node: StageNode, signature: CommandSignature, name: string): readonly BoundArgument[] {
  const words = node.bound.filter((argument) => argument.form === "positional");
  const index = signature.positionals.findIndex((positional) => positional.name === name);
  return signature.positionals[index]?.rest === undefined ? words.slice(index, index + 1) : words.slice(index);
}
