import { existsSync, readFileSync, readdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  arg,
  bench,
  bound,
  failureOf,
  outputOf,
  ref,
  runPlan,
  sh,
  stages,
  stage,
  step,
  text,
  whole,
  workflow,
  exec,
} from "./plan-builder.ts";

describe("the output of a run", () => {
  test("is the last step's: text as one item, a JSON list spread, nothing when nothing was printed", async () => {
    expect(await outputOf(workflow([sh("a", "echo 1"), sh("b", "echo two")]))).toEqual(["two\n"]);
    expect(await outputOf(workflow([sh("a", "echo '[1,2]'")]))).toEqual([1, 2]);
    expect(await outputOf(workflow([sh("a", "echo null")]))).toEqual([null]);
    expect(await outputOf(workflow([sh("a", `echo '"q"'`)]))).toEqual(["q"]);
    expect(await outputOf(workflow([sh("a", "true")]))).toEqual([]);
    expect(await outputOf(workflow([sh("a", "printf '1 2'")]))).toEqual(["1 2"]);
  });

  test("is not changed by a step that was skipped or failed", async () => {
    const failing = sh("b", "exit 1", { onError: "continue" });
    expect(await outputOf(workflow([sh("a", "echo 1"), failing]))).toEqual([1]);
    expect(await outputOf(workflow([sh("a", "echo 1"), sh("b", "echo 2", { when: { value: false } })]))).toEqual([1]);
  });
});

describe("standard input", () => {
  test("is an earlier output, byte for byte", async () => {
    const long = await outputOf(
      workflow([sh("a", "head -c 300000 /dev/zero | tr '\\0' x"), sh("b", "wc -c", { stdin: whole("a.stdout") })]),
    );
    expect(long).toEqual([300000]);
    const binary = sh("a", "printf '\\377\\000\\376'");
    expect(await outputOf(workflow([binary, sh("b", "od -An -tx1", { stdin: whole("a.stdout") })]))).toEqual([
      " ff 00 fe\n",
    ]);
  });

  test("of `$a.json` is the text that was read, with all digits of long numbers", async () => {
    const plan = workflow([
      sh("a", `echo '{"id": 12345678901234567890}'`),
      sh("b", "cat | tr -d '\\n'; echo .", { stdin: whole("a.json") }),
    ]);
    expect(await outputOf(plan)).toEqual([`{"id": 12345678901234567890}.\n`]);
    const embedded = workflow([
      sh("a", `echo '{"id": 12345678901234567890}'`),
      sh("b", "cat; echo .", { stdin: { text: text("<", ref("a.json"), ">") } }),
    ]);
    expect(await outputOf(embedded)).toEqual([`<{"id":12345678901234567890}>.\n`]);
  });

  test("is empty where nothing is given, for null, and for the json of plain text", async () => {
    expect(await outputOf(workflow([sh("a", "cat; echo end")]))).toEqual(["end\n"]);
    expect(await outputOf(workflow([sh("a", "cat; echo end", { stdin: { json: null } })]))).toEqual(["end\n"]);
    const plain = workflow([sh("a", "echo plain"), sh("b", "cat; printf end", { stdin: whole("a.json") })]);
    expect(await outputOf(plain)).toEqual(["end"]);
  });

  test("of a JSON text value is the text itself; of a map, JSON with its references filled in", async () => {
    const quoted = workflow([sh("a", `printf '"q"'`), sh("b", "cat; printf x", { stdin: whole("a.json") })]);
    expect(await outputOf(quoted)).toEqual(["qx"]);
    const map = { map: [{ key: "n", value: whole("a.json") }] };
    expect(await outputOf(workflow([sh("a", "echo 5"), sh("b", "cat", { stdin: map })]))).toEqual([{ n: 5 }]);
  });
});

describe("failures", () => {
  test("quote what standard error said last, else standard output, else the script", async () => {
    expect(await failureOf(workflow([sh("a", "echo out; echo err >&2; exit 3")]))).toBe(
      "workflow command failed (3): err",
    );
    expect(await failureOf(workflow([sh("a", "echo out; exit 3")]))).toBe("workflow command failed (3): out");
    expect(await failureOf(workflow([sh("a", "exit 3")]))).toBe("workflow command failed (3): exit 3");
    expect(await failureOf(workflow([sh("a", "kill -9 $$")]))).toBe("workflow command failed (SIGKILL): kill -9 $$");
  });

  test("go on under continue, with the message, the code and standard error at hand", async () => {
    const failing = sh("a", "echo lost; echo why >&2; exit 3", { onError: "continue" });
    const seen = text(
      ref("a.error"),
      "|",
      ref("a.error_message"),
      "|",
      ref("a.json"),
      "|",
      ref("a.skipped"),
      "|",
      ref("a.exit_code"),
      "|",
      ref("a.stderr"),
      "|",
      ref("a.stdout"),
    );
    expect(await outputOf(workflow([failing, sh("b", "cat", { stdin: { text: seen } })]))).toEqual([
      "true|workflow command failed (3): why||false|3|why\n|",
    ]);
  });

  test("end the run quietly under skip_rest", async () => {
    const plan = workflow([sh("s", "echo hi"), sh("a", "exit 3", { onError: "skip_rest" }), sh("b", "echo never")]);
    expect(await outputOf(plan)).toEqual(["hi\n"]);
  });

  test("say what is missing: the folder, the shell, the program", async () => {
    expect(await failureOf(workflow([sh("a", "echo", { cwd: text("/no/such/dir") })]))).toBe(
      "the working folder `/no/such/dir` does not exist; see `cwd:`",
    );
    expect(await failureOf(workflow([sh("a", "echo", { cwd: text("/tmp/\0") })]))).toBe(
      "the working folder holds a NUL character, which no path can; see `cwd:`",
    );
    expect(
      await failureOf(workflow([sh("a", "echo", { env: [{ name: "LOBSTER_SHELL", value: text("/no/sh") }] })])),
    ).toBe("the shell `/no/sh` was not found; see LOBSTER_SHELL");
    const program = stages("a", [stage("exec", { program: { texts: [text("no-such-program-x")] } })]);
    expect(await failureOf(workflow([program]))).toContain("no-such-program-x");
  });
});

describe("the environment", () => {
  test("holds the arguments by name and all together, then the workflow's variables, then the step's", async () => {
    const plan = workflow(
      [
        sh("a", 'printf "%s|" "$LOBSTER_ARG_WHO" "$LOBSTER_ARGS_JSON" "$W" "$S"', {
          env: [{ name: "S", value: text("step ", { arg: "who" }) }],
        }),
      ],
      {
        args: [arg("who", { default: "me" }), arg("cfg", { type: "object", default: { x: [1] } })],
        env: [
          { name: "W", value: text("wide") },
          { name: "S", value: text("hidden") },
        ],
      },
    );
    expect(await outputOf(plan)).toEqual([`me|{"who":"me","cfg":{"x":[1]}}|wide|step me|`]);
  });

  test("takes any name", async () => {
    const env = ["__proto__", "constructor", "toString"].map((name) => ({ name, value: text(`<${name}>`) }));
    const plan = workflow([sh("a", 'printf "%s" "$__proto__$constructor$toString"', { env })]);
    expect(await outputOf(plan)).toEqual(["<__proto__><constructor><toString>"]);
    expect(await outputOf({ ...plan, env, steps: [sh("a", 'printf "%s" "$__proto__"')] })).toEqual(["<__proto__>"]);
  });

  test("of the workflow is read anew for each step: what has not run yet is empty", async () => {
    const plan = workflow([sh("s", 'printf "%s" "$V"'), sh("t", 'printf "%s" "$V"')], {
      env: [{ name: "V", value: text("<", ref("s.stdout"), ">") }],
    });
    expect(await outputOf(plan)).toEqual(["<<>>"]);
  });

  test("shows lists and maps as JSON and null as nothing (D17)", async () => {
    const plan = workflow([sh("a", 'printf "<%s><%s>" "$LOBSTER_ARG_CFG" "$LOBSTER_ARG_NOTHING"')], {
      args: [arg("cfg", { type: "object", default: { x: 1 } }), arg("nothing", { default: null })],
    });
    expect(await outputOf(plan)).toEqual([`<{"x":1}><>`]);
  });

  test("hands on no private variables and no start-up files of shells", async () => {
    const folder = bench().cwd;
    writeFileSync(join(folder, "start"), "echo STARTED\n");
    const env = {
      ...process.env,
      BASH_ENV: join(folder, "start"),
      ENV: join(folder, "start"),
      _LOBSTER_1: "x",
      SHLVL: undefined,
    };
    const shells = ["/bin/sh", "/bin/bash"].map((shell) => [{ name: "LOBSTER_SHELL", value: text(shell) }]);
    for (const shell of shells) {
      const plan = workflow([sh("a", 'echo "<$_LOBSTER_1><$BASH_ENV>"', { env: shell })]);
      expect(await outputOf(plan, { env })).toEqual(["<><>\n"]);
    }
  });

  test("chooses the shell by the step's own LOBSTER_SHELL", async () => {
    const bash = [{ name: "LOBSTER_SHELL", value: text("/bin/bash") }];
    expect(await outputOf(workflow([sh("a", "[[ 1 == 1 ]] && echo yes", { env: bash })]))).toEqual(["yes\n"]);
  });
});

describe("values in scripts", () => {
  const evil = `'"; touch pwned; $(touch pwned) \`touch pwned\` *`;

  test("are data, whatever they hold", async () => {
    const where = bench();
    const plan = workflow([bound("a", `printf '%s' "\${_LOBSTER_1}"`, { _LOBSTER_1: { arg: "v" } })], {
      args: [arg("v")],
    });
    expect(await outputOf(plan, { args: { v: evil } }, where)).toEqual([evil]);
    expect(existsSync(join(where.cwd, "pwned"))).toBe(false);
  });

  test("are set, as empty text, also where there is nothing", async () => {
    const plan = workflow([
      sh("a", "echo {}"),
      bound("b", 'set -u; printf "<%s>" "${_LOBSTER_1}"', { _LOBSTER_1: ref("a.json.nope") }),
    ]);
    expect(await outputOf(plan)).toEqual(["<>"]);
  });

  test("must be whole numbers where the shell computes", async () => {
    const plan = workflow([bound("a", "echo $((${_LOBSTER_1} + 1))", { _LOBSTER_1: { arg: "n" } }, "integer")], {
      args: [arg("n")],
    });
    expect(await outputOf(plan, { args: { n: " 07\n" } })).toEqual([8]);
    expect(await failureOf(plan, { args: { n: "a[$(touch pwned)]" } })).toBe(
      "the shell computes with `${n}` here, so it must be a whole number, got `a[$(touch pwned)]`",
    );
  });

  test("that no environment can hold are refused, and the message names stdin:", async () => {
    const plan = workflow([bound("a", 'echo "${_LOBSTER_1}"', { _LOBSTER_1: { arg: "v" } })], { args: [arg("v")] });
    for (const v of ["a\0b", "x".repeat(131_072), "\ud800"]) {
      expect(await failureOf(plan, { args: { v } })).toMatch(/^the value of `\$\{v\}` .*stdin:/);
    }
    expect(await outputOf(plan, { args: { v: "x".repeat(131_050) } })).toEqual([`${"x".repeat(131_050)}\n`]);
  });

  test("too long for a variable fail only the step that needs them", async () => {
    const args = { args: { v: "x".repeat(200_000) } };
    const declared = { args: [arg("v")] };
    expect(await outputOf(workflow([sh("a", 'echo "<$LOBSTER_ARG_V>"')], declared), args)).toEqual(["<>\n"]);
    const needs = bound("a", 'echo "${LOBSTER_ARG_V}"', { LOBSTER_ARG_V: { arg: "v" } });
    expect(await failureOf(workflow([needs], declared), args)).toContain("128 KiB");
  });

  test("that are too long together, or no words at all, are refused in words", async () => {
    const many = Array.from({ length: 40 }, (_, index) => arg(`v${index}`));
    const args = Object.fromEntries(many.map(({ name }) => [name, "x".repeat(120_000)]));
    expect(await failureOf(workflow([sh("a", "true")], { args: many }), { args })).toContain("about 2 MiB");
    const word = workflow([stages("a", [stage("exec", { program: { texts: [text("echo"), text({ arg: "v" })] } })])], {
      args: [arg("v")],
    });
    expect(await failureOf(word, { args: { v: "a\0b" } })).toContain("NUL");
    expect(await failureOf(word, { args: { v: "x".repeat(200_000) } })).toContain("longer than the system allows");
  });

  test("are refused to shells with other rules", async () => {
    const plan = workflow([bound("a", "echo ${_LOBSTER_1}", { _LOBSTER_1: { arg: "v" } })], {
      args: [arg("v")],
      env: [{ name: "LOBSTER_SHELL", value: text("/usr/bin/fish") }],
    });
    expect(await failureOf(plan, { args: { v: "x" } })).toContain("LOBSTER_SHELL is `/usr/bin/fish`");
  });
});

describe("processes", () => {
  test("in the background are not waited for", async () => {
    const start = performance.now();
    expect(await outputOf(workflow([sh("a", "sleep 60 & echo hi")]))).toEqual(["hi\n"]);
    const lines = workflow([stages("a", [exec("sleep 60 & echo hi")])]);
    expect(await outputOf(lines)).toEqual(["hi"]);
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  test("are ended with all their children when the time is over", async () => {
    const where = bench();
    const script = "sh -c 'sleep 60 & echo $! > pid; wait' & wait";
    for (const late of [sh("a", script, { timeoutMs: 1500 }), stages("a", [exec(script)], { timeoutMs: 1500 })]) {
      const start = performance.now();
      expect(await failureOf(workflow([late]), {}, where)).toBe("step `a` timed out after 1500ms");
      expect(performance.now() - start).toBeLessThan(20_000);
      const pid = Number(readFileSync(join(where.cwd, "pid"), "utf8"));
      expect(isRunning(pid)).toBe(false);
    }
  });

  test("that ignore SIGTERM are ended too", async () => {
    const start = performance.now();
    const stubborn = sh("a", "trap '' TERM; sleep 60; sleep 60", { timeoutMs: 100 });
    expect(await failureOf(workflow([stubborn]))).toContain("timed out");
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  test("may write to /dev/stdout and /dev/stderr", async () => {
    expect(await outputOf(workflow([sh("a", "echo a > /dev/stdout; echo e > /dev/stderr; echo b")]))).toEqual([
      "a\nb\n",
    ]);
    expect(
      await outputOf(workflow([stages("a", [exec("echo a > /dev/stdout; echo e > /dev/stderr; echo b")])])),
    ).toEqual(["a", "b"]);
  });

  test("that write too much fail their step, and the message names the setting", { timeout: 120_000 }, async () => {
    const limits = { maxOutputBytes: 1_000_000 };
    for (const script of ["yes", "yes >&2"]) {
      expect(await failureOf(workflow([sh("a", script)]), { limits })).toContain("raise LOBSTER_MAX_OUTPUT_BYTES");
      expect(await failureOf(workflow([stages("a", [exec(script)])]), { limits })).toContain(
        "LOBSTER_MAX_OUTPUT_BYTES",
      );
      expect(await failureOf(workflow([stages("a", [exec(script, { json: true })])]), { limits })).toContain(
        "LOBSTER_MAX_OUTPUT_BYTES",
      );
    }
  });

  test("are ended when the run is aborted, and the run says why", async () => {
    const where = bench();
    const controller = new AbortController();
    const path = join(where.cwd, "pid");
    const look = setInterval(() => {
      if (existsSync(path) && readFileSync(path, "utf8") !== "") controller.abort(new Error("received SIGINT"));
    }, 10);
    const result = await runPlan(workflow([sh("a", "echo $$ > pid; sleep 60")]), { signal: controller.signal }, where);
    clearInterval(look);
    expect(result.envelope).toEqual({
      protocolVersion: 1,
      ok: false,
      error: { type: "runtime_error", message: "received SIGINT" },
    });
    expect(isRunning(Number(readFileSync(path, "utf8")))).toBe(false);
  });

  test("show their standard error while they run", async () => {
    const seen: string[] = [];
    await outputOf(workflow([sh("a", "echo one >&2; sleep 1; echo two >&2")]), {
      onStderr: (chunk) => seen.push(Buffer.from(chunk).toString("utf8")),
    });
    expect(seen).toEqual(["one\n", "two\n"]);
  });
});

describe("the folder of a run", () => {
  test("is private, and holds large outputs by their content and nothing else", async () => {
    const where = bench();
    await outputOf(
      workflow([
        sh("a", "head -c 70000 /dev/zero | tr '\\0' x"),
        sh("b", "cat", { stdin: whole("a.stdout") }),
        sh("c", "echo small"),
      ]),
      {},
      where,
    );
    const [id = ""] = readdirSync(join(where.stateDir, "runs"));
    const folder = join(where.stateDir, "runs", id);

    expect([where.stateDir, folder, join(folder, "out")].map(modes)).toEqual(["700", "700", "700"]);
    expect(readdirSync(folder).map((name) => `${name} ${modes(join(folder, name))}`)).toEqual(
      expect.arrayContaining(["journal.jsonl 600", "plan.json 600", "claim.1 600"]),
    );
    // Both steps gave the same text: it is kept once.
    expect(readdirSync(join(folder, "out"))).toHaveLength(1);
  });
});

test("a relative cwd is relative to the run's folder", async () => {
  const where = bench();
  const plan = workflow([sh("a", "mkdir -p sub"), sh("b", "pwd", { cwd: text("sub") })]);
  expect(await outputOf(plan, {}, where)).toEqual([`${join(realpathSync(where.cwd), "sub")}\n`]);
});

test("a step without an action passes its input on", async () => {
  const plan = workflow([sh("a", "echo '[1,2]'"), step("b", { stdin: whole("a.json") })]);
  expect(await outputOf(plan)).toEqual([1, 2]);
});

/** A killed orphan may stay in the process table until the system's first process looks: that is not running. */
function isRunning(pid: number): boolean {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : null;
  return stat !== null && !/\) [ZX] /.test(stat);
}

function modes(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe("a plan that this runtime cannot keep", () => {
  test("is refused before anything runs", async () => {
    const place = bench();
    const touch = sh("a", "touch started");
    const plans = [
      workflow([touch, step("b", { action: { kind: "teleport" } as never })]),
      workflow([touch], { planVersion: 2 as never }),
    ];
    for (const plan of plans) {
      const { envelope } = await runPlan(plan, {}, place);
      expect(envelope).toMatchObject({ ok: false, error: { type: "parse_error" } });
    }
    expect(readdirSync(place.cwd)).toEqual([]);
  });
});
