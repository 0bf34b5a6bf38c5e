import type {
  ArithmeticExpression,
  Assignment,
  Command,
  HereDoc,
  ParameterExpansionPart,
  Script,
  SyntaxNode,
  TestExpression,
  Word,
  WordPart,
} from "unbash";
import { declaringBuiltins } from "./builtin-rules.ts";
import type { NameKinds } from "./command-context.ts";
import { assignmentContext, readCommand } from "./command-context.ts";
import { refuseDescriptors } from "./descriptors.ts";
import { flowName } from "./flow.ts";
import { hereDocument } from "./here-document.ts";
import { operandsOf } from "./parameter-operands.ts";
import type { PlaceContext } from "./place-context.ts";
import { exactContext, isEvaluated, plainContext, refusals } from "./place-context.ts";
import type { Decisions } from "./places.ts";
import type { ScriptView } from "./script-view.ts";
import { viewOf } from "./script-view.ts";
import { childrenOf } from "./syntax.ts";

/** What a walk over a script needs and fills. */
export interface Walk {
  /** The whole masked text. */
  readonly text: string;
  readonly decisions: Decisions;
  readonly kinds: NameKinds;
  /** Variables that stand where the shell calculates, takes a name, or runs what they hold. */
  readonly evaluated: Set<string>;
  /** Scripts of inner shells that were found, to be read for commands and variables too. */
  readonly inner: ScriptView[];
}

/** Decides all substitutions of a script, and of the scripts inside it. */
export function walkScript(view: ScriptView, walk: Walk): void {
  for (const comment of view.comments) {
    if (comment.start < view.base || comment.end > view.base + view.text.length) continue;
    for (const substitution of walk.decisions.within(comment.start, comment.end)) walk.decisions.comment(substitution);
  }
  new ScriptWalk(view, walk).script(view.tree);
}

class ScriptWalk {
  readonly #base: number;
  readonly #walk: Walk;
  readonly #decisions: Decisions;

  constructor(view: ScriptView, walk: Walk) {
    this.#base = view.base;
    this.#walk = walk;
    this.#decisions = walk.decisions;
  }

  script(script: Script): void {
    for (const statement of script.commands) this.#node(statement);
  }

  #node(node: SyntaxNode): void {
    switch (node.type) {
      case "Command":
        return this.#command(node);
      case "Word":
        return this.#word(node, plainContext);
      case "For":
      case "Select": {
        this.#refuseWithin(node.name, refusals.name);
        const calculated = this.#walk.kinds.integers.has(node.name.value);
        for (const word of node.wordlist ?? [])
          this.#word(word, { ...plainContext, list: true, role: calculated ? "arithmetic" : "word" });
        return this.#node(node.body);
      }
      case "Function":
        this.#refuseWithin(node.name, refusals.name);
        return this.#node(node.body);
      case "Coproc":
        if (node.name !== undefined) this.#refuseWithin(node.name, refusals.name);
        return this.#node(node.body);
      case "Case":
        this.#word(node.word, exactContext);
        for (const item of node.items) {
          for (const pattern of item.pattern) this.#word(pattern, exactContext);
          this.#node(item.body);
        }
        return;
      case "Redirect":
      case "HereString":
        if (node.descriptor !== undefined) this.#refuseWithin(node.descriptor, refusals.name);
        if (node.target !== undefined) this.#word(node.target, exactContext);
        return;
      case "HereDoc":
        return this.#hereDocument(node, null);
      case "TestCommand":
        return this.#test(node.expression);
      case "ArithmeticCommand":
        if (node.expression !== undefined) this.#arithmetic(node.expression);
        return;
      case "ArithmeticFor":
        for (const part of [node.initialize, node.test, node.update]) if (part !== undefined) this.#arithmetic(part);
        return this.#node(node.body);
      default:
        for (const child of childrenOf(node)) this.#node(child);
    }
  }

  #command(command: Command): void {
    const reading = readCommand(
      command,
      (pos, end) => this.#decisions.has(this.#base + pos, this.#base + end),
      (pos) => this.#startsWithValue(this.#base + pos),
    );
    refuseDescriptors(command, this.#base, this.#walk);
    const nodes =
      command.name === undefined
        ? [...command.prefix, ...command.suffix]
        : [...command.prefix, command.name, ...command.suffix];
    for (const node of nodes) {
      if (node.type === "Assignment") {
        const context = reading.contexts.get(node);
        const declared = reading.name !== null && declaringBuiltins.has(reading.name);
        if (context === undefined || declared)
          this.#assignment(node, context === undefined ? "" : reading.declares, context !== undefined);
        else if (context.refusal !== null) this.#refuseWithin(node, context.refusal);
        else if (node.value.type === "Word") this.#word(node.value, context);
      } else if (node.type === "Word") {
        const context = reading.contexts.get(node) ?? plainContext;
        if (!(reading.innerScripts.has(node) && this.#innerScript(node))) this.#word(node, context);
      } else if (node.type === "HereDoc") {
        this.#hereDocument(node, command);
      } else {
        this.#node(node);
      }
    }
  }

  /** Reads a single-quoted word as a script in place; false when the word is anything else. */
  #innerScript(word: Word): boolean {
    const part = word.parts?.[0];
    if (word.parts?.length !== 1 || part?.type !== "SingleQuoted") return false;
    const view = viewOf(this.#walk.text, this.#base + part.pos + 1, this.#base + part.end - 1);
    if (view.errors.length > 0) return true;
    this.#walk.inner.push(view);
    walkScript(view, this.#walk);
    return true;
  }

  #startsWithValue(at: number): boolean {
    return this.#decisions.startsAt(/["']/.test(this.#walk.text[at] ?? "") ? at + 1 : at);
  }

  #assignment(node: Assignment, declares: string, declared: boolean): void {
    const { kinds } = this.#walk;
    const context = assignmentContext(node.name, declares, kinds);
    if (node.index !== undefined) this.#word(node.index, { ...plainContext, role: "arithmetic" });
    if (node.value.type === "Word") {
      const asArray = declared && (/[aA]/.test(declares) || kinds.arrays.has(node.name));
      return this.#word(node.value, asArray ? { ...context, refusal: refusals.arrayText } : context);
    }
    const element: PlaceContext =
      context.role === "arithmetic" || context.refusal !== null ? context : { ...plainContext, list: true };
    for (const word of node.value.elements) this.#arrayElement(word, element);
  }

  /** `[key]=value` in an array: the key is calculated, the value taken as one. */
  #arrayElement(word: Word, context: PlaceContext): void {
    const key = /^\[[^\]]*\]\+?=/.exec(word.text);
    if (key === null || word.parts === undefined) return this.#word(word, context);
    const valueStart = word.pos + key[0].length;
    for (const part of word.parts)
      this.#part(
        part,
        part.pos < valueStart
          ? { ...context, role: "arithmetic" }
          : { ...context, role: context.role === "word" ? "exact" : context.role },
      );
  }

  #hereDocument(node: HereDoc, command: Command | null): void {
    const inner = hereDocument(node, command, this.#base, this.#walk);
    if (inner.script !== null) {
      this.#walk.inner.push(inner.script);
      walkScript(inner.script, this.#walk);
    }
    for (const part of inner.parts) this.#part(part, inner.context);
  }

  #test(node: TestExpression): void {
    switch (node.type) {
      case "TestUnary":
        return this.#word(
          node.operand,
          node.operator === "-v" || node.operator === "-R" ? { ...exactContext, refusal: refusals.name } : exactContext,
        );
      case "TestBinary": {
        const calculated = /^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator);
        const context: PlaceContext = calculated ? { ...exactContext, role: "arithmetic" } : exactContext;
        this.#word(node.left, context);
        return this.#word(node.right, node.operator === "=~" ? { ...exactContext, role: "pattern" } : context);
      }
      case "TestLogical":
        for (const operand of node.operands) this.#test(operand);
        return;
      case "TestNot":
        return this.#test(node.operand);
      case "TestGroup":
        return this.#test(node.expression);
    }
  }

  #arithmetic(node: ArithmeticExpression): void {
    if (node.type === "ArithmeticWord") {
      for (const part of node.parts ?? []) this.#part(part, { ...plainContext, role: "arithmetic" });
    } else if (node.type === "ArithmeticCommandExpansion") {
      if (node.script !== undefined) this.#nested(node.script, node);
    } else {
      for (const child of childrenOf(node)) this.#arithmetic(child as ArithmeticExpression);
    }
  }

  #word(word: Word, context: PlaceContext): void {
    for (const part of word.parts ?? []) this.#part(part, context);
  }

  #part(part: WordPart, context: PlaceContext): void {
    switch (part.type) {
      case "ParameterExpansion": {
        const substitution = this.#decisions.at(this.#base + part.pos, this.#base + part.end);
        if (substitution !== undefined) return this.#decisions.expanded(substitution, context);
        const runs = part.prefix === "!" || (part.operation?.type === "Transform" && this.#textOf(part).includes("@P"));
        if (runs || isEvaluated(context)) this.#walk.evaluated.add(flowName(part.parameter));
        return this.#parameter(part, context);
      }
      case "SimpleExpansion":
        if (isEvaluated(context)) this.#walk.evaluated.add(flowName(part.text.slice(1)));
        return;
      case "SingleQuoted":
        for (const substitution of this.#within(part)) this.#decisions.singleQuoted(substitution, context);
        return;
      case "DoubleQuoted":
        if (context.operand && context.quoted) return this.#refuseWithin(part, refusals.operandQuotes);
        for (const child of part.parts) this.#part(child, { ...context, quoted: true });
        return;
      case "AnsiCQuoted":
      case "LocaleString":
        return this.#refuseWithin(part, refusals.dollarQuote);
      case "CommandExpansion":
      case "ProcessSubstitution":
        if (part.script !== undefined) this.#nested(part.script, part);
        return;
      case "ArithmeticExpansion":
        if (part.expression !== undefined) this.#arithmetic(part.expression);
        return;
      case "BraceExpansion":
        if (part.text.includes("..")) return this.#refuseWithin(part, refusals.braces);
        for (const child of part.parts ?? []) this.#part(child, context);
        return;
      case "Glob":
      case "ExtendedGlob":
        for (const child of part.parts ?? []) this.#part(child, context);
        return;
      default:
        return;
    }
  }

  #nested(script: Script, owner: { readonly pos: number; readonly end: number }): void {
    if (script.source === undefined) this.script(script);
    else this.#refuseWithin(owner, refusals.escapedBackticks);
  }

  #parameter(part: ParameterExpansionPart, context: PlaceContext): void {
    for (const operand of operandsOf(part, context, this.#walk.kinds)) {
      if ("refusal" in operand) this.#refuseWithin(operand.node, operand.refusal);
      else this.#word(operand.word, operand.context);
    }
  }

  #textOf(node: { readonly pos: number; readonly end: number }): string {
    return this.#walk.text.slice(this.#base + node.pos, this.#base + node.end);
  }

  #within(node: { readonly pos: number; readonly end: number }) {
    return this.#decisions.within(this.#base + node.pos, this.#base + node.end);
  }

  #refuseWithin(
    node: { readonly pos: number; readonly end: number },
    reason: Parameters<Decisions["refuseWithin"]>[2],
  ): void {
    this.#decisions.refuseWithin(this.#base + node.pos, this.#base + node.end, reason);
  }
}
