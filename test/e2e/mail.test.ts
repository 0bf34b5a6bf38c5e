import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loopback } from "../../packages/runtime/test/loopback.ts";
import { ensureBuilt, sandbox, until } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

// From the search to the sending, with a `gog` on PATH that stands for the real one, and a model on this machine.

const mails = [
  { id: "1", threadId: "t1", from: "Ann <ann@example.org>", subject: "Lunch?", labels: ["UNREAD"] },
  { id: "2", threadId: "t2", from: "Bob <bob@example.org>", subject: "Dinner?", labels: ["UNREAD"] },
];

let box: Sandbox;
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  box = sandbox();
  const gog = join(box.folder, "..", "bin", "gog");
  writeFileSync(
    gog,
    `#!${process.execPath}
const { appendFileSync, existsSync } = require("node:fs");
const words = process.argv.slice(2);
if (words[1] === "search") console.log(JSON.stringify({ threads: ${JSON.stringify(mails)} }));
else {
  const to = words[words.indexOf("--to") + 1];
  appendFileSync("sent", to + "\\n");
  // The second mail hangs where the story wants it to.
  if (existsSync("hang") && to.startsWith("bob")) setTimeout(() => undefined, 60_000);
  else console.log(JSON.stringify({ sent: to }));
}
`,
  );
  chmodSync(gog, 0o755);
});
afterEach(() => box.remove());

const judged = (id: string) => ({ id, category: "needs_reply", reply: { body: `Yes, ${id}` } });
const model = () =>
  loopback(() => ({
    json: { ok: true, result: { output: { data: { decisions: mails.map(({ id }) => judged(id)) } } } },
  }));
const sent = () => (box.has("sent") ? readFileSync(join(box.folder, "sent"), "utf8") : "");

const search = "gog.gmail.search --query newer_than:1d";
const drafts = "email.triage --llm --emit drafts";

describe("drafts of replies", () => {
  test("are asked about and sent once, all of them", async () => {
    const { url } = await model();
    const env = { LOBSTER_LLM_ADAPTER_URL: url };
    const pipeline = `${search} | ${drafts} | approve --prompt 'Send?' | gog.gmail.send`;
    const paused = JSON.parse((await box.lobster(["run", "--mode", "tool", pipeline], { env })).stdout);
    expect(paused.requiresApproval).toMatchObject({
      prompt: "Send?",
      items: [
        { to: "ann@example.org", subject: "Re: Lunch?", body: "Yes, 1" },
        { to: "bob@example.org", subject: "Re: Dinner?", body: "Yes, 2" },
      ],
    });
    expect(sent()).toBe("");
    const id = paused.requiresApproval.approvalId;
    const done = JSON.parse((await box.lobster(["resume", "--id", id, "--approve", "yes"], { env })).stdout);
    expect(done).toMatchObject({ ok: true, output: [{ sent: "ann@example.org" }, { sent: "bob@example.org" }] });
    expect((await box.lobster(["resume", "--id", id, "--approve", "yes"], { env })).code).toBe(2);
    expect(sent()).toBe("ann@example.org\nbob@example.org\n");
  });

  test("ask by themselves where nothing after them does, before anything is sent", async () => {
    const { url } = await model();
    const env = { LOBSTER_LLM_ADAPTER_URL: url };
    for (const pipeline of [drafts, `${search} | ${drafts}`, `${drafts} | gog.gmail.send`]) {
      const paused = JSON.parse((await box.lobster(["run", "--mode", "tool", pipeline], { env })).stdout);
      expect(paused, pipeline).toMatchObject({ status: "needs_approval" });
      expect(paused.requiresApproval).toMatchObject({ prompt: "Send these draft replies?", items: [{}, {}] });
      expect(paused.requiresApproval.preview).toContain("ann@example.org");
    }
    expect(sent()).toBe("");
    const explicit = await box.lobster(["run", "--dry-run", `${drafts} | approve --prompt 'Mine?' | gog.gmail.send`]);
    expect(explicit.stderr.match(/approve/g)).toHaveLength(1);
    // Without a model there are no drafts, and nothing to ask about.
    expect(JSON.parse((await box.lobster(["run", "--mode", "tool", drafts])).stdout)).toMatchObject({
      status: "ok",
      output: [],
    });
  });

  test("are never sent twice: a run that dies while it sends stays where it is", async () => {
    const { url } = await model();
    const env = { LOBSTER_LLM_ADAPTER_URL: url };
    const pipeline = `${drafts} | approve --prompt 'Send?' | gog.gmail.send`;
    const paused = JSON.parse((await box.lobster(["run", "--mode", "tool", pipeline], { env })).stdout);
    const id = paused.requiresApproval.approvalId;
    box.write("hang", "");
    const running = box.start(["resume", "--id", id, "--approve", "yes"], { env });
    await until("the second mail is being sent", () => sent().includes("bob"));
    running.child.kill("SIGKILL");
    await running.end;
    const again = await box.lobster(["resume", "--id", id, "--approve", "yes"], { env });
    expect(again.code).toBe(2);
    expect(sent()).toBe("ann@example.org\nbob@example.org\n");
  });
});
