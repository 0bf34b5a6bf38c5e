import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Json, Plan } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import { channels, dryRun, type RunOptions, type RunResult } from "../src/index.ts";
import { openVault } from "../src/secrets/vault.ts";
import { openedBytes, sealingFilter } from "../src/secrets/vault-stream.ts";
import { loopback } from "./loopback.ts";
import {
  arg,
  bench,
  bound,
  exec,
  gate,
  loop,
  outputOf,
  parallel,
  requestOf,
  resumeRun,
  runPlan,
  sh,
  stage,
  stages,
  step,
  text,
  whole,
  workflow,
  type Bench,
} from "./plan-builder.ts";

const secret = 'p"4ss/wörd+{x} ñ';
const variable = "ghs_0123456789abcdefXYZ";
const env = { ...process.env, MY_API_KEY: variable };
const spellings = [secret, variable].flatMap((value) => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  ...["", "u:", "ab"].map((before) =>
    Buffer.from(before + value)
      .toString("base64")
      .slice(before === "" ? 0 : 4)
      .replace(/.{0,4}=*$/, ""),
  ),
]);

function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), "latin1")}`)
    .join("\n");
}

function expectNone(where: string, what: string): void {
  for (const spelling of spellings) {
    for (const form of [spelling, Buffer.from(spelling).toString("latin1")]) {
      expect(where.includes(form), `${what} holds ${spelling}`).toBe(false);
    }
  }
}

const withSecret: Partial<Plan> = { args: [arg("key", { secret: true }), arg("who", { default: "me" })] };
const key = { arg: "key" } as const;

/** Runs a plan and gives all that anybody could have seen of it. */
async function watched(plan: Plan, more: Partial<RunOptions> = {}, place: Bench = bench()) {
  const seen: string[] = [];
  const note = (message: unknown) => void seen.push(JSON.stringify(message));
  for (const name of Object.values(channels)) subscribe(name, note);
  try {
    const options = {
      env,
      args: { key: secret },
      onStderr: (chunk: Uint8Array) => void seen.push(Buffer.from(chunk).toString("utf8")),
      onWarning: note,
      ...more,
    };
    const result = await runPlan(plan, options, place);
    seen.push(JSON.stringify(result));
    return { result, seen: seen.join("\n"), place };
  } finally {
    for (const name of Object.values(channels)) unsubscribe(name, note);
  }
}

const outputIn = ({ envelope }: RunResult): readonly Json[] => {
  if (!envelope.ok) throw new Error(envelope.error.message);
  return envelope.output;
};

describe("a secret", () => {
  const shout = 'printf "%s\\n" "$LOBSTER_ARG_KEY" "$MY_API_KEY"; printf "%s" "$LOBSTER_ARG_KEY" >&2';
  const encode = `node -e 'const k = process.env.LOBSTER_ARG_KEY; for (const p of ["", "u:", "ab"]) console.log(Buffer.from(p + k).toString("base64")); console.log(JSON.stringify({ k }), encodeURIComponent(k))'`;

  test("is in no file and no output, whatever prints it, in whatever form, with whatever end", async () => {
    const plan = workflow(
      [
        sh("shell", shout),
        sh("encoded", encode),
        stages("items", [exec(encode), stage("json")]),
        stages("more", [exec("cat", { stdin: "raw", json: false })], { stdin: whole("items.stdout") }),
        sh("large", `i=0; while [ $i -lt 3000 ]; do echo "$i $LOBSTER_ARG_KEY $MY_API_KEY"; i=$((i+1)); done`),
        stages("many", [exec("cat", { stdin: "raw" })], { stdin: whole("large.stdout") }),
        parallel("both", [sh("x", shout), sh("y", "echo y")]),
        loop("each", "list", [sh("z", shout)]),
        sh("failed", `${shout}; exit 3`, {
          onError: "continue",
          retry: { max: 2, delayMs: 1, backoff: "fixed", maxDelayMs: 1, jitter: false },
        }),
        bound("given", 'echo "${_LOBSTER_1}" | wc -c', { _LOBSTER_1: key }),
        step("gate", {
          stdin: whole("shell.stdout"),
          gate: gate("", {
            prompt: text("Send ", key, "?"),
            preview: text({ ref: { step: "encoded", path: ["stdout"] } }),
          }),
        }),
        sh("last", shout),
        sh("end", `${shout}; exit 4`),
      ],
      {
        args: [...withSecret.args!, arg("list", { type: "array", default: [1] }), arg("url", { default: "" })],
        env: [{ name: "COPY", value: text("copy of ", key) }],
      },
    );
    const args = { key: secret, url: `https://example.org/?t=${variable}` };
    const { result, seen, place } = await watched(plan, { args });
    expectNone(seen, "an output");
    expectNone(filesIn(place.stateDir), "a file");
    expect(seen).toContain("***");
    const done = await resumeRun(place, { ...requestOf(result.envelope), env, args: { key: secret } });
    expect(done.envelope).toMatchObject({ ok: false, error: { message: expect.stringContaining("(4): ***") } });
    expectNone(JSON.stringify(done), "the envelope");
    expectNone(filesIn(place.stateDir), "a file after the resume");
  });

  test("that a step printed reaches later steps byte for byte, also after a resume and through large outputs", async () => {
    const large = `node -e 'process.stdout.write(("x".repeat(999) + process.env.LOBSTER_ARG_KEY).repeat(200))'`;
    const plan = workflow(
      [
        sh("small", 'printf "%s" "$LOBSTER_ARG_KEY"'),
        sh("large", large),
        stages("items", [exec(`printf '%s' "[{\\"t\\":\\"$MY_API_KEY\\"}]"`, { json: true })]),
        step("ok", { gate: gate("Go?") }),
        sh("hashes", "sha256sum | cut -c1-64", { stdin: whole("large.stdout") }),
        bound(
          "same",
          'test "${_LOBSTER_1}" = "$LOBSTER_ARG_KEY" && test "${_LOBSTER_2}" = "$MY_API_KEY" && echo same',
          {
            _LOBSTER_1: { ref: { step: "small", path: ["stdout"] } },
            _LOBSTER_2: { ref: { step: "items", path: ["json", "t"] } },
          },
        ),
        sh("fed", 'test "$(cat)" = "$LOBSTER_ARG_KEY" && echo fed', { stdin: { whole: key } }),
        stages(
          "both",
          [
            exec('node -e "process.stdin.resume()" < /dev/null; cat', { stdin: "raw" }),
            stage("head", { n: { number: 5 } }),
          ],
          {
            stdin: { list: [{ text: text("a") }, { whole: key }] },
          },
        ),
        bound(
          "end",
          'printf "%s " "${_LOBSTER_1}" "${_LOBSTER_2}" "${_LOBSTER_3}"; test "${_LOBSTER_4}" = "a$LOBSTER_ARG_KEY" && echo both',
          {
            _LOBSTER_1: { ref: { step: "hashes", path: ["stdout"] } },
            _LOBSTER_2: { ref: { step: "same", path: ["stdout"] } },
            _LOBSTER_3: { ref: { step: "fed", path: ["stdout"] } },
            _LOBSTER_4: { ref: { step: "join", path: ["stdout"] } },
          },
        ),
      ].toSpliced(8, 0, sh("join", "tr -d '\\n'", { stdin: whole("both.stdout") })),
      withSecret,
    );
    const { result, place } = await watched(plan);
    const done = await resumeRun(place, { ...requestOf(result.envelope), env, args: { key: secret } });
    const { createHash } = await import("node:crypto");
    const hash = createHash("sha256")
      .update(("x".repeat(999) + secret).repeat(200))
      .digest("hex");
    expect(outputIn(done)).toEqual([`${hash}\n same\n fed\n both\n`]);
    expectNone(filesIn(place.stateDir), "a file");
  });

  test("must be given again to go on, and the refusal says how", async () => {
    const plan = workflow([step("ok", { gate: gate("Go?") }), sh("a", "echo a")], withSecret);
    const { result, place } = await watched(plan);
    const request = requestOf(result.envelope);
    const refused = await resumeRun(place, { ...request, env });
    expect(refused.envelope).toMatchObject({
      ok: false,
      error: {
        type: "parse_error",
        message:
          "the run began with the secret argument `key`, which is on no disk: give the same again, by `--arg key=…` or `--args-json '{\"key\": …}'`",
      },
    });
    // Saying no needs no secret.
    const no = await resumeRun(place, { ...request, env, decision: "reject" });
    expect(no.envelope).toMatchObject({ status: "cancelled" });
  });

  test("that was not given need not be given, and cannot be at the resume", async () => {
    const args = [arg("key", { secret: true, required: false })];
    const plan = workflow([step("ok", { gate: gate("Go?") }), sh("a", 'echo "($LOBSTER_ARG_KEY)"')], { args });
    const { result, place } = await watched(plan, { args: {} });
    const late = await resumeRun(place, { ...requestOf(result.envelope), args: { key: "later-1" } });
    expect(late.envelope).toMatchObject({
      error: { message: expect.stringContaining("was not given when the run began") },
    });
    expect(outputIn(await resumeRun(place, { ...requestOf(result.envelope) }))).toEqual(["()\n"]);
  });

  test("of a variable that is gone at the resume fails the step that needs it, by its name", async () => {
    const plan = workflow([
      sh("a", 'echo "$MY_API_KEY"'),
      step("ok", { gate: gate("Go?") }),
      sh("b", "echo fine"),
      bound("c", "echo ${_LOBSTER_1}", { _LOBSTER_1: { ref: { step: "a", path: ["stdout"] } } }),
    ]);
    const { result, place } = await watched(plan, { args: {} });
    const done = await resumeRun(place, { ...requestOf(result.envelope), env: process.env });
    expect(done.envelope).toMatchObject({ ok: false, error: { message: expect.stringContaining("`MY_API_KEY`") } });
  });

  test("may be a number, or stand in a list or map", async () => {
    const args = [arg("pin", { secret: true, type: "integer" }), arg("login", { secret: true, type: "object" })];
    const steps = [
      sh("a", `printf '{"pin":%s,"user":"%s"}' "$LOBSTER_ARG_PIN" "$LOBSTER_ARG_LOGIN"`),
      stages("b", [exec(`printf '[{"pin":%s}]' "$LOBSTER_ARG_PIN"`, { json: true })]),
      step("ok", { gate: gate("Go?") }),
      bound("c", 'test "${_LOBSTER_1}" = "$LOBSTER_ARG_PIN" && echo right; echo "${_LOBSTER_1}"', {
        _LOBSTER_1: { ref: { step: "b", path: ["json", "pin"] } },
      }),
    ];
    const given = { pin: 48_151_623, login: { user: "ana", password: "hunter2hunter2" } };
    const { result, seen, place } = await watched(workflow(steps, { args }), { args: given });
    for (const where of [seen, filesIn(place.stateDir)]) expect(where).not.toMatch(/48151623|hunter2hunter2/);
    const done = await resumeRun(place, { ...requestOf(result.envelope), args: given });
    expect(outputIn(done)).toEqual(["right\n***\n"]);
    const number = await runPlan(workflow([steps[1]!], { args }), { args: given });
    expect(outputIn(number)).toEqual([{ pin: "***" }]);
  });

  test("is never kept beyond the run: not as a value, not in the cache of answers", async () => {
    const set = stages("a", [exec('echo "$LOBSTER_ARG_KEY"'), stage("state.set", { key: { text: text("k") } })]);
    const stored = await watched(workflow([set], withSecret));
    expect(stored.result.envelope).toMatchObject({
      error: { message: expect.stringContaining("the value `k` holds argument `key`, which is secret") },
    });
    expectNone(filesIn(stored.place.stateDir), "a file");
    const server = await loopback(() => ({ json: { ok: true, result: { output: { text: `you said ${secret}` } } } }));
    const asked = stage("llm.invoke", {
      prompt: { text: text("what is ", key) },
      refresh: { boolean: false },
      "disable-cache": { boolean: false },
      "state-key": { text: text("answer") },
    });
    const told = await watched(workflow([stages("a", [asked])], withSecret), {
      env: { ...env, LOBSTER_LLM_PROVIDER: "http", LOBSTER_LLM_ADAPTER_URL: server.url },
    });
    expect(told.result.envelope.ok).toBe(true);
    expect(server.received[0]?.body).toMatchObject({ prompt: `what is ${secret}` });
    expectNone(filesIn(told.place.stateDir), "a file");
    expectNone(told.seen, "an output");
  });

  test("is not said by a refusal of arguments, nor by a dry run", async () => {
    const plan = workflow([bound("a", "echo ${_LOBSTER_1}", { _LOBSTER_1: key })], {
      args: [arg("key", { secret: true, type: "integer" })],
    });
    const { envelope } = await runPlan(plan, { args: { key: "hunter2hunter2" } });
    expect(JSON.stringify(envelope)).not.toContain("hunter2");
    const shown = dryRun(workflow([bound("a", "echo ${_LOBSTER_1}", { _LOBSTER_1: key })], withSecret), {
      key: secret,
      who: "me",
    });
    expectNone(shown, "the dry run");
  });

  test("does not break the token by which the run goes on", async () => {
    const plan = workflow([step("ok", { gate: gate("Go?") }), sh("a", "echo on")], withSecret);
    const place = bench();
    // Three letters that are in every token: `{"v"` in base64.
    const { result } = await watched(plan, { args: { key: "eyJ" } }, place);
    const { resumeToken } = requestOf(result.envelope);
    expect(outputIn(await resumeRun(place, { token: resumeToken, args: { key: "eyJ" } }))).toEqual(["on\n"]);
  });

  test("cannot be asked for by a text that looks like what stands in its place", async () => {
    const plan = workflow(
      [
        sh("a", "cat mail.txt"),
        step("ok", { gate: gate("Go?") }),
        bound("b", 'printf "%s" "${_LOBSTER_1}"', { _LOBSTER_1: { ref: { step: "a", path: ["stdout"] } } }),
      ],
      withSecret,
    );
    const place = bench();
    mkdirSync(place.cwd, { recursive: true });
    const trap = `<secret arg.key.0.0 r 0123456789abcdef0123456789abcdef>`;
    writeFileSync(join(place.cwd, "mail.txt"), trap);
    const { result } = await watched(plan, {}, place);
    const done = await resumeRun(place, { ...requestOf(result.envelope), env, args: { key: secret } });
    expect(outputIn(done)).toEqual([trap]);
  });
});

describe("names of variables", () => {
  test("tell which of them are secret; short values and paths are not", async () => {
    const around = {
      PATH: process.env["PATH"],
      GITHUB_TOKEN: "tok-aaaaaaaa",
      DB_PASSWORD: "pass-bbbbbbbb",
      CLIENT_SECRET: "sec-cccccccc",
      stripe_apikey: "key-dddddddd",
      USE_TOKEN: "true",
      TOKEN_FILE: "/run/secrets/token",
      MAX_TOKENS: "100000000",
      PLAIN: "plain-eeeeeeee",
    };
    const [shown] = await outputOf(workflow([sh("a", "env | grep -E '(aaaa|bbbb|cccc|dddd|eeee|TOKEN)' | sort")]), {
      env: around,
    });
    expect(shown).toBe(
      [
        "CLIENT_SECRET=***",
        "DB_PASSWORD=***",
        "GITHUB_TOKEN=***",
        "MAX_TOKENS=100000000",
        "PLAIN=plain-eeeeeeee",
        "TOKEN_FILE=/run/secrets/token",
        "USE_TOKEN=true",
        "stripe_apikey=***",
        "",
      ].join("\n"),
    );
  });
});

describe("bytes on their way", () => {
  const vault = openVault([{ name: "arg.k", label: "k", text: "sécret-value\nwith two long lines" }], "0".repeat(32));
  const plain = Buffer.concat([
    Buffer.from("a sécret-value\nwith two long lines b "),
    Buffer.from([0xff, 0, 0xfe]),
    Buffer.from("sécret-val"),
  ]);

  test("are sealed and opened to the same bytes, wherever they are cut", async () => {
    for (let size = 1; size < plain.length + 1; size++) {
      const filter = sealingFilter(vault)!;
      const sealed: Buffer[] = [];
      for (let at = 0; at < plain.length; at += size)
        sealed.push(Buffer.from(filter.push(plain.subarray(at, at + size))));
      sealed.push(Buffer.from(filter.end()));
      const stored = Buffer.concat(sealed);
      expect(stored.toString("latin1")).not.toContain("cret-value");
      const again: Buffer[] = [];
      const pieces = async function* () {
        for (let at = 0; at < stored.length; at += size) yield stored.subarray(at, at + size);
      };
      for await (const bytes of openedBytes(pieces(), vault)) again.push(bytes);
      expect(Buffer.concat(again).equals(plain), `cut each ${size}`).toBe(true);
    }
  });
});
