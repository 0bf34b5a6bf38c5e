import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, test } from "vitest";
import { channels, type GateEvent, type ProcessEvent, type RunEvent, type StepEvent } from "../src/index.ts";
import { bench, gate, requestOf, resumeRun, runPlan, sh, workflow } from "./plan-builder.ts";

test("a run tells its start, its steps, its gates and its processes as they happen", async () => {
  const seen: string[] = [];
  const listeners: [string, (message: unknown) => void][] = [
    [channels.run, (message) => seen.push(`run ${(message as RunEvent).phase} ${(message as RunEvent).status}`)],
    [
      channels.step,
      (message) =>
        seen.push(
          `step ${(message as StepEvent).id} ${(message as StepEvent).phase} ${(message as StepEvent).outcome}`,
        ),
    ],
    [
      channels.gate,
      (message) =>
        seen.push(
          `gate ${(message as GateEvent).key} ${(message as GateEvent).phase} ${(message as GateEvent).approved}`,
        ),
    ],
    [
      channels.process,
      (message) => seen.push(`process ${(message as ProcessEvent).phase} ${(message as ProcessEvent).exitCode}`),
    ],
  ];
  for (const [name, listener] of listeners) subscribe(name, listener);
  const place = bench();
  const plan = workflow([
    sh("a", "exit 3", { onError: "continue" }),
    sh("s", "", { when: { value: false } }),
    sh("b", "echo", { gate: gate("Go?") }),
    sh("c", "true"),
  ]);
  const { resumeToken } = requestOf((await runPlan(plan, {}, place)).envelope);
  seen.push("--");
  await resumeRun(place, { token: resumeToken });
  for (const [name, listener] of listeners) unsubscribe(name, listener);
  expect(seen).toEqual([
    "run started null",
    "step a started null",
    "process started null",
    "process ended 3",
    "step a finished failed",
    "step s skipped null",
    "step b started null",
    "process started null",
    "process ended 0",
    "step b finished ok",
    "gate b opened null",
    "run paused null",
    "--",
    "gate b decided true",
    "run resumed null",
    "step s skipped null",
    "step c started null",
    "process started null",
    "process ended 0",
    "step c finished ok",
    "run finished ok",
  ]);
});
