import { compile, compilePipeline } from "@lobster-lang/compiler";
import { pipelineOf } from "@lobster-lang/grammar";
import { commands, type ArgumentType, type BoundArgument, type CommandSignature } from "@lobster-lang/language";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pipeline, type Pipeline } from "../src/index.ts";
import { camel } from "../src/stage-text.ts";

const rounds = process.env["LOBSTER_LONG"] === "1" ? 2000 : 50;

const pieces = [
  ..."'\"\\`$|#= \n\t{}",
  "\r\n",
  "--",
  "{{x}}",
  "${n}",
  "$a.stdout",
  "$$a.json",
  "\\$a.json",
  "${{ y }}",
  "x",
  "é",
  "true",
];

/** Texts as they come: quotes, pipes, backslashes, references, templates, flags, blanks, line ends. */
const text = fc
  .oneof(
    fc.string({ unit: "grapheme" }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((list) => list.join("")),
  )
  .filter((value) => !/[\0\p{Surrogate}]/u.test(value));

/** What a method of the builder is given: its first words, and its flags. */
interface Given {
  readonly lead: readonly unknown[];
  readonly flags: { readonly [name: string]: unknown };
}

function given(command: CommandSignature): fc.Arbitrary<Given> {
  const entries = flagsOf(command).map((flag) =>
    fc.option(valueOf(flag.type, flag.values), { nil: undefined }).map((value) => [camel(flag.name), value] as const),
  );
  return fc.record({ lead: leadOf(command), flags: fc.tuple(...entries).map((list) => Object.fromEntries(list)) });
}

/** Flags that have no other way to be said: the first words say one of them. */
function flagsOf(command: CommandSignature) {
  const [positional] = command.positionals;
  return command.flags.filter(
    (flag) => flag.secret !== true && flag.name !== positional?.flag && flag.type !== "shell",
  );
}

function valueOf(type: ArgumentType, values: readonly string[] = []): fc.Arbitrary<unknown> {
  if (type === "boolean") return fc.boolean();
  if (type === "number") return fc.double({ noNaN: true, noDefaultInfinity: true });
  if (type === "integer") return fc.integer();
  if (type === "json") return fc.jsonValue();
  return type === "enum" ? fc.constantFrom(...values) : text;
}

function leadOf(command: CommandSignature): fc.Arbitrary<readonly unknown[]> {
  switch (command.positionals[0]?.type) {
    case undefined:
      return fc.constant([]);
    case "where":
      return fc
        .record({ path: fc.constant("a.b"), operator: fc.constantFrom("=", "!=", "<", ">="), value: text })
        .filter(({ value }) => !/^(?:true|false|null|)$|^\s/.test(value))
        .map((condition) => [condition]);
    case "fields":
      return fc.array(
        text.filter((name) => /^[^\s,](?:[^,]*[^\s,])?$/.test(name)),
        { minLength: 1, maxLength: 3 },
      );
    case "assignment":
      return fc
        .dictionary(
          text.filter((key) => /^[^={}\s]+$/.test(key)),
          text,
          { minKeys: 1, maxKeys: 3 },
        )
        .map((map) => [map]);
    case "program":
      return fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 4 })).map((run) => [run]);
    default:
      return text.map((one) => [one]);
  }
}

function build(command: CommandSignature, { lead, flags }: Given): Pipeline {
  const method = pipeline()[camel(command.name) as keyof Pipeline] as (...all: unknown[]) => Pipeline;
  return method.call(pipeline(), ...lead, ...(flagsOf(command).length === 0 ? [] : [flags]));
}

/** The words that the parser is to find for what was given first. */
function leadWords(command: CommandSignature, lead: readonly unknown[]): readonly unknown[] {
  const [first] = lead;
  switch (command.positionals[0]?.type) {
    case "where": {
      const { path, operator, value } = first as { path: string; operator: string; value: string };
      return [`${path} ${operator} ${value}`];
    }
    case "fields":
      return [lead.join(",")];
    case "assignment":
      return Object.entries(first as object).map(([key, value]) => `${key}=${String(value)}`);
    case "program":
      return [first].flat();
    default:
      return lead;
  }
}

/** What the parser is to find for the flags. */
function flagWords(command: CommandSignature, flags: Given["flags"]): { readonly [name: string]: unknown } {
  const entries = flagsOf(command).flatMap((flag) => {
    const value = flags[camel(flag.name)];
    if (value === undefined) return [];
    if (flag.type === "boolean") return [[flag.name, value]];
    return [[flag.name, flag.type === "json" ? JSON.stringify(value) : String(value)]];
  });
  return Object.fromEntries(entries) as { [name: string]: unknown };
}

function saidFirst(command: CommandSignature, { form, flag }: BoundArgument): boolean {
  return form === "positional" || flag === "shell" || (flag !== null && flag === command.positionals[0]?.flag);
}

function read(command: CommandSignature, { flag, value, negated }: BoundArgument): unknown {
  return command.flags.find((each) => each.name === flag)?.type === "boolean" ? !negated : value?.text;
}

describe("a stage that was built, written and read again", () => {
  test.each(commands.map((command) => [command.name, command] as const))("is the same: %s", (name, command) => {
    fc.assert(
      fc.property(given(command), fc.boolean(), (what, isFirst) => {
        const built = `${isFirst ? "" : "exec --shell x | "}${build(command, what)} | json`;
        const { stages } = pipelineOf(built);
        expect(stages.map((stage) => stage.name?.text)).toEqual([...(isFirst ? [] : ["exec"]), name, "json"]);
        const { bound } = stages.at(-2)!;
        const [first, flags] = [
          bound.filter((one) => saidFirst(command, one)),
          bound.filter((one) => !saidFirst(command, one)),
        ];
        expect(first.map(({ value }) => value?.text)).toEqual(leadWords(command, what.lead));
        expect(Object.fromEntries(flags.map((one) => [one.flag, read(command, one)]))).toEqual(
          flagWords(command, what.flags),
        );
        const kinds = new Set(bound.flatMap(({ value }) => value?.parts.map((part) => part.kind) ?? []));
        expect([kinds.has("ref"), kinds.has("arg")], "nothing is a substitution").toEqual([false, false]);
      }),
      { numRuns: rounds },
    );
  });

  test("means in the `pipeline:` of a workflow what it means alone", () => {
    let compiled = 0;
    fc.assert(
      fc.property(text, (value) => {
        const built = String(pipeline().exec(["echo", value, "x"]).gogGmailSearch({ query: value }));
        const alone = compilePipeline(built).plan;
        if (alone === null) return;
        compiled++;
        const steps = [
          { id: "a", run: "true" },
          { id: "b", pipeline: built },
        ];
        const { plan, diagnostics } = compile(
          JSON.stringify({ args: { n: { default: 1 } }, steps }),
          {},
          { format: "json" },
        );
        expect(plan?.steps[1]?.action, JSON.stringify(diagnostics)).toEqual(alone.steps[0]?.action);
      }),
      { numRuns: 3 * rounds },
    );
    expect(compiled).toBeGreaterThan(rounds);
  });
});
