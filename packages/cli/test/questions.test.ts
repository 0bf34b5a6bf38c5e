import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerFields, readField } from "../src/answer-fields.ts";
import { loadProgram, lobster as program } from "./memory-io.ts";
import type { Surroundings } from "./memory-io.ts";

let cwd: string;
beforeAll(loadProgram, 120_000);
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "lobster-cli-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const lobster = (words: readonly string[], around: Surroundings = {}) =>
  program(words, {
    cwd,
    ...around,
    env: { PATH: process.env["PATH"], HOME: cwd, LOBSTER_STATE_DIR: join(cwd, "state"), NO_COLOR: "1", ...around.env },
  });

function write(schema: string, more = ""): void {
  const text = `steps:
  - id: offers
    run: echo '["Oslo"]'
  - id: q
    input:
      prompt: Where to?
      responseSchema: ${schema}
${more}`;
  writeFileSync(join(cwd, "w.lobster"), text);
}

const trip =
  "{type: object, properties: {city: {type: string, enum: [Oslo, Bern]}, days: {type: integer, minimum: 1}, note: {type: string}, now: {type: boolean}}, required: [city, now]}";

async function paused(): Promise<string> {
  const { stdout } = await lobster(["run", "--mode", "tool", "w.lobster"]);
  return (JSON.parse(stdout) as { requiresInput: { approvalId: string } }).requiresInput.approvalId;
}

/** The fields that a form asks for, or null where JSON is asked for. */
function named(schema: Parameters<typeof answerFields>[0]): readonly string[] | null {
  return answerFields(schema, undefined)?.map(({ name, type }) => `${name}: ${type}`) ?? null;
}

describe("a question on a terminal", () => {
  test("asks for the fields of a flat map one after the other", async () => {
    write(trip, "      defaults: {days: 3}\n");
    const { code, stdout } = await lobster(["run", "w.lobster"], { terminal: true, typed: "rome\nbern\n\n\nyes\n" });
    expect(stdout).toContain(
      [
        '  [\n    "Oslo"\n  ]',
        "Where to?",
        "  city (Oslo, Bern):   ! one of Oslo, Bern is asked for",
        "  city (Oslo, Bern):   days (whole number; may be left out) [3]:   note (may be left out):   now (yes/no): ",
      ].join("\n"),
    );
    const output = JSON.parse(stdout.slice(stdout.lastIndexOf("[\n  {"))) as unknown;
    expect(output).toEqual([{ city: "Bern", days: 3, now: true }]);
    expect(code).toBe(0);
  });

  test("asks again for what the schema refuses, and gives up after three tries or at the end of input", async () => {
    write(trip);
    const mended = await lobster(["run", "w.lobster"], { terminal: true, typed: "Oslo\n0\n\nno\n2\n" });
    expect(mended.stdout).toContain("  ! /days must be >= 1\n  days (whole number; may be left out): ");
    expect(mended.stdout).toContain('"days": 2');
    for (const typed of ["Oslo\n0\n\nno\n0\n0\n", "Oslo"]) {
      const { code, stderr } = await lobster(["run", "w.lobster"], { terminal: true, typed });
      expect(stderr).toContain("lobster: nobody answered `q`; the run is cancelled\n");
      expect(code).toBe(1);
    }
    const distinct = await lobster(["run", "--exit-code", "w.lobster"], { terminal: true, typed: "" });
    expect(distinct.code).toBe(3);
  });

  test("takes JSON where fields cannot say it, and one line for a single value", async () => {
    write("{type: array, items: {type: number}}");
    const list = await lobster(["run", "w.lobster"], { terminal: true, typed: "1 2\n[1, 2]\n" });
    expect(list.stdout).toContain('  answer, as JSON:   ! this is no JSON: a text needs quotes, `"…"`\n');
    expect(list.stdout).toMatch(/\[\n {2}1,\n {2}2\n\]\n$/);
    write("{type: string, description: the name of a city}");
    const text = await lobster(["run", "w.lobster"], { terminal: true, typed: "Sankt Gallen\n" });
    expect(text.stdout).toContain("  – the name of a city: ");
    expect(text.stdout).toMatch(/\[\n {2}"Sankt Gallen"\n\]\n$/);
  });

  test("of the stage ask takes a decision or a text as it is typed", async () => {
    const open = ["run", 'exec echo hi | ask --subject-from-stdin --schema \'{"not": {"type": "number"}}\''];
    const text = await lobster(open, { terminal: true, typed: "as it is\n" });
    expect(text.stdout).toMatch(/\[\n {2}"as it is"\n\]\n$/);
    const review = await lobster(["run", "exec echo hi | ask"], { terminal: true, typed: "redraft\nshorter\n" });
    expect(JSON.parse(review.stdout.slice(review.stdout.lastIndexOf("[\n  {")))).toEqual([
      { decision: "redraft", feedback: "shorter" },
    ]);
  });

  test("cannot repaint it", async () => {
    write('{type: object, properties: {"a\\u001b[2Jb": {type: string, description: "\\u202ex"}}}');
    const { stdout } = await lobster(["run", "w.lobster"], { terminal: true, typed: "x\n" });
    const asked = stdout.replace("\u001b[0m", "");
    for (const acting of ["\u001b", "\u202e"]) expect(asked.slice(0, asked.lastIndexOf("[\n"))).not.toContain(acting);
  });
});

describe("an answer by lobster resume", () => {
  test("stands in an option, in a file or on standard input", async () => {
    write("{type: integer}");
    writeFileSync(join(cwd, "answer.json"), "\ufeff7\n");
    for (const [words, typed, output] of [
      [["--response-json", "5"], undefined, 5],
      [["--response-file", "answer.json"], undefined, 7],
      [["--response-file", "-"], "9\n", 9],
    ] as const) {
      const id = await paused();
      const { code, stdout } = await lobster(["resume", "--id", id, ...words], typed === undefined ? {} : { typed });
      expect(JSON.parse(stdout)).toMatchObject({ status: "ok", output: [output], requiresInput: null });
      expect(code).toBe(0);
    }
  });

  test.each([
    [["--response-json", "{"], "`--response-json` must be JSON: a text needs quotes"],
    [["--response-json", "Oslo"], "a text needs quotes, `--response-json '\"text\"'`"],
    [["--response-json", '"x"'], "the answer to `q` does not fit its schema: / must be integer"],
    [["--response-json", "5", "--approve", "yes"], "`--approve` and `--response-json` do not go together"],
    [["--response-json", "5", "--cancel"], "`--response-json` and `--cancel` do not go together"],
    [["--response-file", "gone.json"], "there is no file `gone.json`"],
    [["--response-file", "-", "--args-file", "-"], "both read standard input"],
    [["--approve", "yes"], "`q` asks for data and not for consent: answer by `--response-json JSON`"],
    [["--approve", "no"], "or end the run by `--cancel`"],
    [[], "`lobster resume` needs `--approve yes|no`, `--response-json JSON` or `--cancel`"],
  ])("that is wrong, %j, is told and leaves the question open", async (words, message) => {
    write("{type: integer}");
    const id = await paused();
    const wrong = await lobster(["resume", "--id", id, ...words]);
    expect(wrong.code).toBe(2);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ ok: false, error: { type: "parse_error" } });
    expect((JSON.parse(wrong.stdout) as { error: { message: string } }).error.message).toContain(message);
    expect((await lobster(["resume", "--id", id, "--response-json", "5"])).code).toBe(0);
  });

  test("is asked for where there is no terminal, with the way to answer", async () => {
    write("{type: integer}");
    const { code, stdout, stderr } = await lobster(["run", "--exit-code", "w.lobster"]);
    const { approvalId } = (JSON.parse(stdout) as { requiresInput: { approvalId: string } }).requiresInput;
    expect(stderr).toContain(
      `\`lobster resume --id ${approvalId} --response-json JSON\` answers, \`--cancel\` ends the run`,
    );
    expect(code).toBe(10);
    const cancelled = await lobster(["resume", "--id", approvalId, "--cancel"]);
    expect(JSON.parse(cancelled.stdout)).toMatchObject({ ok: true, status: "cancelled" });
  });

  test("is shown by a dry run and by the graph", async () => {
    write("{type: integer}");
    const dry = await lobster(["run", "--dry-run", "w.lobster"]);
    expect(dry.stderr).toContain("2. q  [input]\n     [input required] Where to?");
    expect((await lobster(["graph", "w.lobster", "--format", "ascii"])).stdout).toContain("Where to?");
  });
});

describe("the lines of a form", () => {
  test("are there for flat maps and single values alone", () => {
    expect(named({ type: "object", properties: { a: { type: "number" }, b: { enum: ["x", 1] } } })).toEqual([
      "a: number",
      "b: string",
    ]);
    expect(named({ type: "boolean" })).toEqual(["null: boolean"]);
    for (const schema of [
      {},
      { type: "object" },
      { type: "object", properties: { a: { type: "object" } } },
      { type: "object", properties: { a: { type: ["string", "null"] } } },
      { type: "object", properties: { a: { type: "string" } }, required: ["b"] },
      { type: "object", properties: { a: { type: "string" } }, anyOf: [{}] },
    ])
      expect(named(schema), JSON.stringify(schema)).toBeNull();
  });

  test("hide secrets and read what is typed by its type", () => {
    const schema = { type: "object", properties: { word: { type: "string", format: "password" } } };
    expect(answerFields(schema, undefined)).toMatchObject([{ name: "word", hidden: true }]);
    const [number] = answerFields({ type: "number" }, undefined)!;
    expect(readField(number!, " 1.5 ")).toEqual({ value: 1.5 });
    expect(readField(number!, "many")).toEqual({ problem: "a number is asked for" });
  });
});
