import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openState } from "@lobster-lang/state";
import { describe, expect, test } from "vitest";
import { continueRun, newApproverKey, nodeHost, type RunResult } from "../src/index.ts";
import { bench, gate, requestOf, resumeRun, runPlan, sh, step, workflow, type Bench } from "./plan-builder.ts";

const ann = newApproverKey();
const mallory = newApproverKey();

const plan = workflow([step("ask", { gate: gate("Pay?", { approvers: [ann.publicKey] }) }), sh("pay", "echo paid")]);

const neverAsked = () => Promise.reject(new Error("it was asked"));

/** A host whose clock stands still. */
const at = (ms: number) => ({ ...nodeHost, now: () => Date.parse("2026-01-01T00:00:00Z") + ms });

const messageOf = ({ envelope }: RunResult) => (envelope.ok ? null : envelope.error.message);

async function runIdOf(place: Bench): Promise<string> {
  const [summary] = await (await openState(place.stateDir)).listRuns();
  return summary!.header.run;
}

describe("a gate that names its approvers", () => {
  test("goes on with an approval that one of them has signed", async () => {
    const place = bench();
    const request = requestOf((await runPlan(plan, {}, place)).envelope);
    expect(request.approvers).toEqual([ann.publicKey]);
    const { envelope } = await resumeRun(place, { approvalId: request.approvalId, key: ann.privateKey });
    expect(envelope).toMatchObject({ ok: true, output: ["paid\n"] });
  });

  test("refuses approvals without a signature, and with another key, and stays open", async () => {
    const place = bench();
    const { approvalId } = requestOf((await runPlan(plan, {}, place)).envelope);
    expect(messageOf(await resumeRun(place, { approvalId }))).toBe(
      `gate \`ask\` accepts only an approval that one of its approvers has signed; write \`lobster approve ${approvalId} --key FILE\``,
    );
    expect(messageOf(await resumeRun(place, { approvalId, key: mallory.privateKey }))).toBe(
      `the key \`${mallory.publicKey}\` is not among the approvers of gate \`ask\``,
    );
    expect(messageOf(await resumeRun(place, { approvalId, key: "secret words" }))).toBe(
      "this is no private key of an approver: `lobster keygen` makes one",
    );
    expect((await resumeRun(place, { approvalId, key: ann.privateKey })).envelope.ok).toBe(true);
  });

  test("is refused by anybody: that releases nothing", async () => {
    const place = bench();
    const { approvalId } = requestOf((await runPlan(plan, {}, place)).envelope);
    expect((await resumeRun(place, { approvalId, decision: "reject" })).envelope).toMatchObject({
      status: "cancelled",
    });
  });

  test("is not asked at the terminal, where no key is", async () => {
    expect(requestOf((await runPlan(plan, { ask: neverAsked })).envelope).prompt).toBe("Pay?");
  });

  test.each([
    ["without a signature", () => undefined],
    ["signed by another", (run: string) => ({ key: mallory.publicKey, value: Buffer.from(run).toString("base64url") })],
    ["that claims to be signed", () => ({ key: ann.publicKey, value: Buffer.alloc(64).toString("base64url") })],
  ])("is not passed by a decision %s that somebody put into the state folder", async (_name, signatureFor) => {
    const place = bench();
    const { approvalId } = requestOf((await runPlan(plan, {}, place)).envelope);
    const run = await runIdOf(place);
    const folder = await (await openState(place.stateDir)).openRun(run);
    const signature = signatureFor(run);
    await folder.decide(approvalId, {
      approved: true,
      by: "mallory",
      planHash: folder.header.planHash,
      ...(signature === undefined ? {} : { signature }),
    });
    const result = await continueRun({ run, stateDir: place.stateDir, env: process.env });
    expect(messageOf(result)).toContain("is not signed by one of its approvers");
    // Out of the way, it has not spoilt the run.
    rmSync(join(place.stateDir, "runs", run, `decision.${approvalId}`));
    expect((await resumeRun(place, { approvalId, key: ann.privateKey })).envelope).toMatchObject({ status: "ok" });
  });

  test("is not passed by the signature of an approval of another run", async () => {
    const [one, other] = [bench(), bench()];
    const first = requestOf((await runPlan(plan, {}, one)).envelope);
    await resumeRun(one, { approvalId: first.approvalId, key: ann.privateKey });
    const second = requestOf((await runPlan(plan, {}, other)).envelope);
    const taken = readFileSync(join(one.stateDir, "runs", await runIdOf(one), `decision.${first.approvalId}`));
    const run = await runIdOf(other);
    writeFileSync(join(other.stateDir, "runs", run, `decision.${second.approvalId}`), taken, { mode: 0o600 });
    const result = await continueRun({ run, stateDir: other.stateDir, env: process.env });
    expect(messageOf(result)).toContain("is not signed by one of its approvers");
  });

  test("never writes a private key down", async () => {
    const place = bench();
    const { approvalId } = requestOf((await runPlan(plan, {}, place)).envelope);
    await resumeRun(place, { approvalId, key: ann.privateKey });
    for (const name of readdirSync(place.stateDir, { recursive: true, encoding: "utf8" })) {
      if (name.endsWith(".json") || name.endsWith(".jsonl") || name.includes("decision"))
        expect(readFileSync(join(place.stateDir, name), "utf8")).not.toContain(ann.privateKey.split("\n")[1]);
    }
  });
});

describe("a gate that expires", () => {
  const soon = workflow([step("ask", { gate: gate("Pay?", { expiresMs: 1000 }) }), sh("pay", "echo paid")]);

  test("says until when, and is approved before", async () => {
    const place = bench();
    const request = requestOf((await runPlan(soon, { host: at(0) }, place)).envelope);
    expect(request.expiresAt).toBe("2026-01-01T00:00:01.000Z");
    const { envelope } = await resumeRun(place, { approvalId: request.approvalId, host: at(900) });
    expect(envelope).toMatchObject({ status: "ok" });
  });

  test("cancels the run when the approval comes too late", async () => {
    const place = bench();
    const { approvalId } = requestOf((await runPlan(soon, { host: at(0) }, place)).envelope);
    const warnings: string[] = [];
    const late = { approvalId, host: at(1001), onWarning: (text: string) => void warnings.push(text) };
    expect((await resumeRun(place, late)).envelope).toMatchObject({ ok: true, status: "cancelled" });
    expect(warnings).toEqual([`gate \`${approvalId}\` expired at 2026-01-01T00:00:01.000Z: the run is cancelled`]);
    expect(messageOf(await resumeRun(place, late))).toContain("already decided: refused");
  });

  test("cancels a run that is continued after it", async () => {
    const place = bench();
    await runPlan(soon, { host: at(0) }, place);
    const run = await runIdOf(place);
    const { envelope } = await continueRun({ run, stateDir: place.stateDir, env: process.env, host: at(2000) });
    expect(envelope).toMatchObject({ ok: true, status: "cancelled" });
  });
});
