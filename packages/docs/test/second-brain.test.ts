import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, until } from "../../../test/e2e/sandbox.ts";
import { modelServer, type ModelServer, type Question, type Trouble } from "./model-server.ts";
import { SecondBrain } from "./second-brain.ts";

const workflows = ["inbox-triage", "memory-consolidation", "shared-task-sync", "weekly-review"] as const;
const today = ["--arg", "today=2026-11-30"];

beforeAll(ensureBuilt, 120_000);

const brains: SecondBrain[] = [];
const servers: ModelServer[] = [];
afterEach(() => {
  for (const one of brains.splice(0)) one.box.remove();
  for (const server of servers.splice(0)) server.close();
});

function brain(env: { readonly [name: string]: string } = {}): SecondBrain {
  const one = new SecondBrain(env);
  brains.push(one);
  return one;
}

/** What a model on this machine says to each of the four questions. */
function judgement({ prompt, reads }: Question): unknown {
  if (prompt.startsWith("Say for each note")) {
    const [inbox] = reads as [{ readonly notes: readonly { readonly note: string }[] }];
    return {
      moves: [
        { note: "inbox/voice-memo.md", folder: "areas/home", reason: "the hall is at home" },
        { note: "inbox/red-lentil-soup.md", folder: "resources/recipes", reason: "a recipe" },
        { note: "inbox/tomato-varieties.md", folder: "projects/tomatoes", reason: "a folder that is not there" },
        { note: "inbox/of-my-own.md", folder: "archive", reason: "a note that is not there" },
      ].slice(0, inbox.notes.length),
    };
  }
  if (prompt.startsWith("These are facts")) {
    return {
      pages: [
        {
          lines: [
            { text: "Ana has a hazelnut allergy", facts: ["personal-2", "personal-5"] },
            { text: "Jonas lives in Kiel", facts: ["personal-3"] },
          ],
        },
        // It lost a fact of this page: the notes' own words are kept.
        { lines: [{ text: "The knee is better", facts: ["personal-6"] }] },
      ],
    };
  }
  if (prompt.startsWith("Which of these tasks")) {
    return { pairs: [{ same: ["dentist-leo", "leo-teeth"] }, { same: ["passports", "nothing"] }] };
  }
  return { text: "Answer the two overdue letters first; the inboxes can wait until Sunday." };
}

async function withModel(
  kind: "adapter" | "gateway",
  trouble?: Trouble,
): Promise<{ readonly server: ModelServer; readonly one: SecondBrain }> {
  const server = await modelServer(judgement, trouble);
  servers.push(server);
  const variable = kind === "adapter" ? "LOBSTER_LLM_ADAPTER_URL" : "OPENCLAW_URL";
  return {
    server,
    one: brain({ [variable]: server.url, LOBSTER_HTTP_TIMEOUT_MS: trouble === undefined ? "10000" : "400" }),
  };
}

describe("the second brain", { timeout: 120_000 }, () => {
  test("has four workflows that nothing can be said about", async () => {
    const { code, stdout, stderr } = await brain().box.lobster([
      "check",
      ...workflows.map((name) => `${name}.lobster`),
    ]);
    expect([code, stdout, stderr]).toEqual([0, "", ""]);
  });

  test.each(workflows)("%s refused at its first gate changes nothing", async (name) => {
    const one = brain();
    const { requiresApproval } = await one.run(`${name}.lobster`);
    expect(one.changes()).toEqual([]);
    expect(await one.resume(requiresApproval!.approvalId, "no")).toMatchObject({ ok: true, status: "cancelled" });
    expect(one.changes()).toEqual([]);
  });
});

describe("inbox-triage", { timeout: 120_000 }, () => {
  test("asks with a list of moves by the vault's rules, and makes them", async () => {
    const one = brain();
    const { asked, end } = await one.approveAll(await one.run("inbox-triage.lobster"));
    expect(asked.map(({ prompt }) => prompt)).toEqual(["Move 5 notes out of the personal inbox?"]);
    expect(asked[0]!.preview.split("\n").map((line) => line.trimEnd())).toEqual([
      "title                                 to                                    by     reason",
      "------------------------------------  ------------------------------------  -----  -------------------",
      "Letter about the household insurance  areas/money/insurance-letter.md       rules  speaks of insurance",
      "Knee exercises                        areas/health/knee-exercises.md        rules  tagged health",
      "Red lentil soup                       resources/recipes/red-lentil-soup.md  rules  tagged recipe",
      "The Overstory                         resources/books/the-overstory.md      rules  tagged book",
      "Tomato varieties to try               projects/garden/tomato-varieties.md   rules  speaks of seeds",
      expect.stringContaining("llm.invoke has no provider"),
    ]);
    expect(asked[0]!.items).toHaveLength(5);
    expect(end).toMatchObject({ ok: true, status: "ok" });
    expect(one.changes()).toEqual([
      "moved personal/inbox/insurance-letter.md → personal/areas/money/insurance-letter.md",
      "moved personal/inbox/knee-exercises.md → personal/areas/health/knee-exercises.md",
      // Its links lead from its new place to where they led.
      "gone personal/inbox/red-lentil-soup.md",
      "moved personal/inbox/the-overstory.md → personal/resources/books/the-overstory.md",
      "gone personal/inbox/tomato-varieties.md",
      "new personal/projects/garden/tomato-varieties.md",
      "new personal/resources/recipes/red-lentil-soup.md",
    ]);
    expect(one.box.read("vaults/personal/resources/recipes/red-lentil-soup.md")).toContain("](sourdough.md)");
    expect(one.box.read("vaults/personal/projects/garden/tomato-varieties.md")).toContain("](beds.md)");
  });

  test.each(["adapter", "gateway"] as const)(
    "takes the word of a model behind an %s where it names a folder of the vault",
    async (kind) => {
      const { server, one } = await withModel(kind);
      const { asked } = await one.approveAll(await one.run("inbox-triage.lobster"));
      expect(asked[0]!.items).toEqual(
        [
          ["insurance-letter", "areas/money", "rules"],
          ["knee-exercises", "areas/health", "rules"],
          ["red-lentil-soup", "resources/recipes", "model"],
          ["the-overstory", "resources/books", "rules"],
          ["tomato-varieties", "projects/garden", "rules"],
          ["voice-memo", "areas/home", "model"],
        ].map(([name, folder, by]) =>
          expect.objectContaining({ note: `inbox/${name}.md`, to: `${folder}/${name}.md`, by }),
        ),
      );
      expect(asked[0]!.preview).not.toContain("llm.invoke");
      expect(server.questions).toHaveLength(1);
      expect(one.changes()).toContain("moved personal/inbox/voice-memo.md → personal/areas/home/voice-memo.md");
      expect(one.changes()).toHaveLength(8);
    },
  );

  test.each<[string, Trouble, RegExp]>([
    ["is slow", () => undefined, /did not answer within 400 ms/],
    ["fails", (response) => response.writeHead(500).end("no memory left"), /500.*no memory left/],
    ["says no JSON", (response) => response.end("Sure! Here are your moves:"), /JSON/],
    [
      "answers in another shape",
      (response) => response.end(JSON.stringify({ ok: true, result: { output: { data: { moves: [{ note: 1 }] } } } })),
      /does not fit --output-schema/,
    ],
  ])("goes by the rules when the model %s, and says why", async (_story, trouble, why) => {
    const { one } = await withModel("adapter", trouble);
    const { requiresApproval } = await one.run("inbox-triage.lobster", "--arg", "vault=shared");
    expect(requiresApproval!.preview).toMatch(why);
    expect(requiresApproval!.items).toEqual(
      [
        ["boiler-service", "house", "speaks of boiler"],
        ["night-train", "travel", "tagged travel"],
        ["school-lunch", "leo", "speaks of school"],
      ].map(([name, folder, reason]) => ({
        note: `inbox/${name}.md`,
        title: expect.any(String),
        to: `${folder}/${name}.md`,
        by: "rules",
        reason,
      })),
    );
  });

  test("of an inbox that holds nothing asks nothing and changes nothing", async () => {
    const one = brain();
    rmSync(join(one.box.folder, "vaults/shared/inbox"), { recursive: true });
    expect(await one.run("inbox-triage.lobster", "--arg", "vault=shared")).toMatchObject({
      status: "ok",
      requiresApproval: null,
    });
  });

  test("waits for a vault that is being synced", async () => {
    const one = brain();
    const lock = join(one.box.folder, "vaults/partner/.sync.lock");
    const { requiresApproval } = await one.run("inbox-triage.lobster", "--arg", "vault=partner");
    writeFileSync(lock, "");
    const running = one.box.start(["resume", "--id", requiresApproval!.approvalId, "--approve", "yes"], {
      env: one.env,
    });
    let warned = "";
    running.child.stderr!.on("data", (chunk: string) => (warned += chunk));
    await until("it was refused once", () => warned.includes("being synced"));
    rmSync(lock);
    expect(JSON.parse((await running.end).stdout)).toMatchObject({ ok: true, status: "ok" });
    expect(one.changes()).toEqual([
      "moved partner/inbox/choir-dates.md → partner/resources/music/choir-dates.md",
      "moved partner/inbox/invoice-42.md → partner/areas/work/invoice-42.md",
    ]);
  });
});

describe("memory-consolidation", { timeout: 120_000 }, () => {
  test("asks page by page and links each fact to its page", async () => {
    const one = brain();
    const { asked, end } = await one.approveAll(await one.run("memory-consolidation.lobster", ...today));
    expect(asked.map(({ prompt, preview }) => [prompt, ...preview.split("\n").slice(1)])).toEqual([
      [
        "Remember this in memory/health.md of the personal vault?",
        "+ Physio says two sets of ten, not three (2026-11-22)",
        "+ The knee is fine on flat ground (2026-11-28)",
      ],
      [
        "Remember this in memory/people.md of the personal vault?",
        "+ Ana is allergic to hazelnuts (2026-11-28, from 2 notes)",
        "+ Jonas moved to Kiel in October (2026-11-25)",
      ],
      [
        "Remember this in memory/house.md of the personal vault?",
        "+ The key to the cellar hangs behind the meter (2026-11-25)",
      ],
      ["Remember this in memory/people.md of the partner vault?", "+ Irene sings alto now (2026-11-21)"],
      [
        "Remember this in memory/training.md of the partner vault?",
        "+ Easy runs below 140 beats (2026-11-21)",
        "+ Two gels were enough for 26 km (2026-11-29)",
      ],
      ["Remember this in memory/house.md of the shared vault?", "+ The boiler is serviced by Petersen (2026-11-27)"],
      ["Remember this in memory/leo.md of the shared vault?", "+ Leo can swim without the ring (2026-11-27)"],
    ]);
    expect(end).toMatchObject({ ok: true, status: "ok" });
    const changes = one.changes();
    expect(changes.filter((line) => line.startsWith("new "))).toEqual(
      [
        "partner/memory/people",
        "partner/memory/training",
        "personal/memory/health",
        "personal/memory/house",
        "shared/memory/house",
        "shared/memory/leo",
      ].map((page) => `new ${page}.md`),
    );
    expect(changes.filter((line) => line.startsWith("personal/memory/people.md"))).toEqual([
      "personal/memory/people.md: - updated: 2026-10-19",
      "personal/memory/people.md: + updated: 2026-11-30",
      "personal/memory/people.md: + - Ana is allergic to hazelnuts (2026-11-28)",
      "personal/memory/people.md: + - Jonas moved to Kiel in October (2026-11-25)",
    ]);
    // Eleven facts in six daily notes, each line with its link; nothing else.
    expect(changes.filter((line) => /: [-+] - #/.test(line))).toHaveLength(22);
    expect(changes).toHaveLength(6 + 4 + 22);
    // Asked again, there is nothing left to remember.
    expect(await one.run("memory-consolidation.lobster", ...today)).toMatchObject({ status: "ok", output: [] });
  });

  test("takes a model's words only where no fact is lost", async () => {
    const { one } = await withModel("gateway");
    const first = await one.run("memory-consolidation.lobster", ...today);
    expect(first.requiresApproval!.preview).toContain("worded by the notes themselves");
    const second = await one.resume(first.requiresApproval!.approvalId);
    expect(second.requiresApproval!.preview).toBe(
      "personal: memory/people.md, worded by the model\n+ Ana has a hazelnut allergy (2026-11-28, from 2 notes)\n+ Jonas lives in Kiel (2026-11-25)",
    );
    // Refused at the third page: the first two are kept, the rest is not touched.
    const third = await one.resume(second.requiresApproval!.approvalId);
    expect(await one.resume(third.requiresApproval!.approvalId, "no")).toMatchObject({ status: "cancelled" });
    const changes = one.changes();
    expect(changes).toContain("personal/memory/people.md: + - Ana has a hazelnut allergy (2026-11-28)");
    expect(changes.filter((line) => !line.includes("personal/"))).toEqual([]);
  });
});

describe("shared-task-sync", { timeout: 120_000 }, () => {
  test("lists what is new and ticks off what is done", async () => {
    const one = brain();
    const { asked } = await one.approveAll(await one.run("shared-task-sync.lobster"));
    expect(asked[0]!.prompt).toBe("Make these 4 changes to the tasks?");
    expect(
      asked[0]!.preview
        .split("\n")
        .slice(2, 6)
        .map((line) => line.trimEnd()),
    ).toEqual([
      "shared  add   Book the dentist for Leo      2026-12-04  rules",
      "shared  add   Water the neighbours' plants  2026-12-20  rules",
      "shared  tick  Buy a new router                          rules",
      "shared  add   Dentist appointment for Leo   2026-12-02  rules",
    ]);
    expect(one.changes()).toEqual([
      "shared/tasks.md: - - [ ] Buy a new router @partner ^router",
      "shared/tasks.md: + - [x] Buy a new router @partner ^router",
      "shared/tasks.md: + - [ ] Book the dentist for Leo due:2026-12-04 @personal ^dentist-leo",
      "shared/tasks.md: + - [ ] Water the neighbours' plants due:2026-12-20 @personal ^plants-next-door",
      "shared/tasks.md: + - [ ] Dentist appointment for Leo due:2026-12-02 @partner ^leo-teeth",
    ]);
    expect(await one.run("shared-task-sync.lobster")).toMatchObject({ status: "ok", requiresApproval: null });
  });

  test("makes one task of two where a model says so, at the earlier day, in every vault", async () => {
    const { server, one } = await withModel("adapter");
    await one.approveAll(await one.run("shared-task-sync.lobster"));
    expect(one.changes()).toEqual([
      "partner/projects/marathon/plan.md: - - [ ] Dentist appointment for Leo due:2026-12-02 #shared ^leo-teeth",
      "partner/projects/marathon/plan.md: + - [ ] Dentist appointment for Leo due:2026-12-02 #shared ^dentist-leo",
      "personal/areas/health/physio.md: - - [ ] Book the dentist for Leo due:2026-12-04 #shared ^dentist-leo",
      "personal/areas/health/physio.md: + - [ ] Book the dentist for Leo #shared due:2026-12-02 ^dentist-leo",
      "shared/tasks.md: - - [ ] Buy a new router @partner ^router",
      "shared/tasks.md: + - [x] Buy a new router @partner ^router",
      "shared/tasks.md: + - [ ] Book the dentist for Leo due:2026-12-02 @personal ^dentist-leo",
      "shared/tasks.md: + - [ ] Water the neighbours' plants due:2026-12-20 @personal ^plants-next-door",
    ]);
    // Only what both are to see went out.
    expect(JSON.stringify(server.questions)).not.toMatch(/Brandt|monstera/);
    expect(await one.run("shared-task-sync.lobster")).toMatchObject({ status: "ok", requiresApproval: null });
  });
});

describe("weekly-review", { timeout: 120_000 }, () => {
  test("archives vault by vault and writes the week's page", async () => {
    const one = brain();
    const { asked, end } = await one.approveAll(await one.run("weekly-review.lobster", ...today));
    expect(asked.map(({ prompt, items }) => [prompt, items.length])).toEqual([
      ["Archive 5 notes of the personal vault that nobody has touched for 90 days?", 5],
      ["Archive 2 notes of the partner vault that nobody has touched for 90 days?", 2],
      ["Archive 3 notes of the shared vault that nobody has touched for 90 days?", 3],
      ["Keep this page as reviews/2026-11-30.md in the personal vault?", 1],
    ]);
    const page = asked[3]!.preview;
    expect(page).toContain("written_by: rules\n");
    expect(page).toContain("Overdue: 2 in personal, 1 in partner.");
    expect(page).toContain("| personal | 23 | 6 | 6 | 2 |");
    expect(end).toMatchObject({ ok: true, output: [{ vault: "personal", note: "reviews/2026-11-30.md" }] });
    expect(one.box.read("vaults/personal/reviews/2026-11-30.md")).toBe(page);
    const changes = one.changes();
    expect(changes.filter((line) => line.startsWith("moved "))).toEqual([
      "moved partner/areas/work/old-rates.md → partner/archive/areas/work/old-rates.md",
      "moved partner/projects/shed/wood.md → partner/archive/projects/shed/wood.md",
      "moved personal/areas/health/running.md → personal/archive/areas/health/running.md",
      "moved personal/projects/italian/lessons.md → personal/archive/projects/italian/lessons.md",
      "moved personal/projects/italian/words.md → personal/archive/projects/italian/words.md",
      "moved shared/house/meters.md → shared/archive/house/meters.md",
    ]);
    // Four more notes moved and had links of their own, which lead from their new place to where they led.
    expect(changes.filter((line) => line.startsWith("gone "))).toHaveLength(4);
    expect(changes.filter((line) => line.startsWith("new "))).toHaveLength(4 + 1);
    expect(changes.filter((line) => line.includes(": +"))).toEqual([
      "personal/areas/money/home-office.md: + Desk, chair, a lamp. Counts towards [the taxes](../../archive/areas/money/taxes-2025.md).",
      "personal/projects/garden/beds.md: + Four beds of two metres; the plan is drawn in [the old sketch](../../archive/projects/garden/sketch-2024.md).",
      "shared/house/lease.md: + Three months' notice. The [meters](../archive/house/meters.md) are read in June.",
    ]);
    expect(changes).toHaveLength(6 + 4 + 5 + 3 + 3);
    // No link leads nowhere that led somewhere before.
    const broken = await one.box.sh("brain stats personal; brain stats partner; brain stats shared", { env: one.env });
    expect(broken.stdout.match(/"brokenLinks": \[\]/g)).toHaveLength(3);
  });

  test("lets a model word the page where there is one", async () => {
    const { one } = await withModel("gateway");
    const given = ["--arg", 'names=["partner"]', "--arg", "days=365", ...today];
    const { asked } = await one.approveAll(await one.run("weekly-review.lobster", ...given));
    expect(asked.map(({ prompt }) => prompt)).toEqual([
      "Archive 1 notes of the partner vault that nobody has touched for 365 days?",
      "Keep this page as reviews/2026-11-30.md in the personal vault?",
    ]);
    expect(asked[1]!.preview).toContain("written_by: model\n---\n\nAnswer the two overdue letters first");
    expect(one.box.read("vaults/personal/reviews/2026-11-30.md")).toBe(asked[1]!.preview);
  });
});
