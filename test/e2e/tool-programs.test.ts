import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loopback } from "../../packages/runtime/test/loopback.ts";
import { ensureBuilt, root, sandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

// The programs `openclaw.invoke` and `clawd.invoke`, as shells and agents start them.

let box: Sandbox;
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  box = sandbox();
  for (const name of ["openclaw.invoke", "clawd.invoke"])
    symlinkSync(
      join(root, "packages", "cli", "bin", `${name.replace(".", "-")}.cjs`),
      join(box.folder, "..", "bin", name),
    );
});
afterEach(() => box.remove());

describe("the program openclaw.invoke", () => {
  test("calls a tool and prints its results as a list", async () => {
    const gateway = await loopback(() => ({ json: { ok: true, result: [{ id: 1 }, { id: 2 }] } }));
    const env = { OPENCLAW_URL: gateway.url, OPENCLAW_TOKEN: "s3cret" };
    const words = `--tool message --action list --args-json '{"note":"it'\\''s $HOME"}' --session-key main --dry-run`;
    const { code, stdout, stderr } = await box.sh(`openclaw.invoke ${words}`, { env });
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(gateway.received).toMatchObject([
      {
        method: "POST",
        path: "/tools/invoke",
        headers: { authorization: "Bearer s3cret" },
        body: { tool: "message", action: "list", args: { note: "it's $HOME" }, sessionKey: "main", dryRun: true },
      },
    ]);
  });

  test("takes the older names of the program and of its variables, and --dry-run=false at its word", async () => {
    const gateway = await loopback(() => ({ json: { a: 1 } }));
    const env = { CLAWD_URL: `${gateway.url}/elsewhere?x=1`, CLAWD_TOKEN: "t" };
    const { stdout } = await box.sh("clawd.invoke --tool=t --action=a --dryRun=false", { env });
    expect(JSON.parse(stdout)).toEqual([{ a: 1 }]);
    expect(gateway.received[0]).toMatchObject({ path: "/tools/invoke", headers: { authorization: "Bearer t" } });
    expect(gateway.received[0]!.body).toEqual({ tool: "t", action: "a", args: {} });
  });

  test("reads items from standard input with --each, as a list or as lines", async () => {
    const gateway = await loopback(({ body }) => ({ json: { ok: true, result: (body as { args: unknown }).args } }));
    const env = { OPENCLAW_URL: gateway.url };
    for (const typed of ['[{"n":1},{"n":2}]', '{"n":1}\n{"n":2}\n']) {
      const { stdout } = await box.sh(
        `openclaw.invoke --tool m --action send --each --item-key message --args-json '{"to":"me"}'`,
        { env, typed },
      );
      expect(JSON.parse(stdout)).toEqual([
        { to: "me", message: { n: 1 } },
        { to: "me", message: { n: 2 } },
      ]);
    }
    const wrong = await box.sh("openclaw.invoke --tool m --action send --each", { env, typed: "{}\nhello\n" });
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.stderr).toContain("line 2 of standard input is no JSON: `hello`");
  });

  test("keeps a token that is given as a flag off the disk", async () => {
    const gateway = await loopback(() => ({ json: { ok: true, result: "done" } }));
    const { code } = await box.sh(`openclaw.invoke --url ${gateway.url} --token tok-12345 --tool t --action a`);
    expect(code).toBe(0);
    expect(gateway.received[0]!.headers.authorization).toBe("Bearer tok-12345");
    expect((await box.sh("grep -r tok-12345 ../state ../home")).stdout).toBe("");
  });

  test("says what went wrong on standard error: 1 the call, 2 the flags", async () => {
    const gateway = await loopback(() => ({ status: 500, text: "boom" }));
    const env = { OPENCLAW_URL: gateway.url };
    expect(await box.sh("openclaw.invoke --tool t --action a", { env })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "openclaw.invoke: openclaw.invoke failed (500): boom\n",
    });
    expect((await box.sh("openclaw.invoke --tool t --action a")).stderr).toContain(
      "openclaw.invoke needs the gateway's address: set OPENCLAW_URL or give --url",
    );
    expect(await box.sh("openclaw.invoke --action a", { env })).toMatchObject({ code: 2, stdout: "" });
    expect((await box.sh("openclaw.invoke --tool t --action a --args-json '{x'", { env })).code).toBe(2);
    expect((await box.sh("openclaw.invoke --tol t --action a", { env })).stderr).toContain("write `--tool`");
    expect((await box.sh("openclaw.invoke --tool t --action a more", { env })).code).toBe(2);
  });

  test("prints its help and calls nothing", async () => {
    const { code, stdout } = await box.sh("openclaw.invoke --help");
    expect(code).toBe(0);
    expect(stdout).toContain("--args-json JSON");
  });
});
