import { type ConsoleWorld, FILES, openConsoleWorld } from "@toolplane/cli/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const DAY_MS = 86_400_000;

let ground: ConsoleWorld;
let sessionId = "";

beforeAll(async () => {
  ground = await openConsoleWorld(FILES);
  const recorded = await ground.world.record(
    [
      ["read", { path: "README.md" }],
      ["write", { path: ".envrc", content: "export A=1\n" }],
      ["write", { path: ".npmrc", content: "save-exact=true\n" }],
      ["grep", { pattern: "total", path: "src" }],
    ],
    { answers: ["session", "reject"] },
  );
  sessionId = recorded.sessionId;
});

afterAll(async () => {
  await ground.close();
});

const ask = (path: string, method = "GET", body?: object) =>
  ground.send(`/api/v1${path}`, { method, ...(body ? { body } : {}) });

async function verified(): Promise<Readonly<Record<string, unknown>>> {
  const now = async () =>
    (await ask("/record")).json.verification as Readonly<Record<string, unknown>>;
  await expect.poll(async () => (await now()).state).not.toBe("running");
  return now();
}

describe("answered questions", () => {
  it("are listed latest first, with what each stored and whether that still holds", async () => {
    const { answers, index } = (await ask("/answered")).json as {
      answers: object[];
      index: object;
    };
    expect(index).toEqual({ left: 0, total: 0 });
    expect(answers).toMatchObject([
      { tool: "write", what: ".npmrc", choice: "reject", standing: [], by: null },
      { tool: "write", what: ".envrc", choice: "session", sessionId, by: null },
    ]);
    const [, always] = answers as { standing: string[]; receipts: string[] }[];
    expect(always?.receipts).toHaveLength(1);
    expect(always?.standing).toHaveLength(1);
    await ask(`/approvals/${always?.standing[0]}`, "DELETE");
    expect((await ask("/answered")).json.answers).toMatchObject([{}, { standing: [] }]);
  });

  it("say who answered where another process waited, and for how long", async () => {
    const child = ground.world.spawn(
      ["call", "write", "--path", ".envrc", "--content", "export A=2", "--wait"],
      {},
    );
    const ended = new Promise((resolve) => child.once("close", resolve));
    const waiting = async () => (await ask("/approvals")).json.waiting as { id: string }[];
    await expect.poll(async () => (await waiting()).length).toBe(1);
    const [{ id } = { id: "" }] = await waiting();
    await ask(`/approvals/${id}/answer`, "POST", { choice: "once" });
    await ended;
    const [first] = (await ask("/answered")).json.answers as { waitedMs: number }[];
    expect(first).toMatchObject({ questionId: id, choice: "once", by: "mira, console" });
    expect(first?.waitedMs).toBeGreaterThan(0);
  });

  it("come in pages, and can be searched", async () => {
    const first = (await ask("/answered?limit=1")).json as { answers: object[]; next: string };
    expect(first.answers).toHaveLength(1);
    const second = await ask(`/answered?limit=1&after=${encodeURIComponent(first.next)}`);
    expect(second.json.answers).toMatchObject([{ what: ".npmrc" }]);
    expect((await ask("/answered?q=npmrc")).json.answers).toHaveLength(1);
    expect((await ask("/answered?limit=9999")).status).toBe(400);
  });
});

describe("the record as a whole", () => {
  it("says how much there is, and prints no head before it was verified", async () => {
    expect((await ask("/record")).json).toMatchObject({
      sessions: expect.any(Number),
      rows: expect.any(Number),
      store: { kind: "SQLite", bytes: expect.any(Number) },
      verification: null,
    });
    expect((await ask("/record/head", "POST", {})).status).toBe(409);
  });

  it("verifies in the background, and prints the head as a line", async () => {
    expect((await ask("/record/verify", "POST", {})).json).toMatchObject({ state: "running" });
    expect(await verified()).toMatchObject({ state: "whole", brokenCount: 0, problem: null });
    const { line } = (await ask("/record/head", "POST", {})).json;
    expect(line).toMatch(/^toolplane-head \d+ [0-9a-f]{64} \S+Z$/);
    const { rows, next } = (await ask("/record/chain?limit=1")).json as {
      rows: { hash: string }[];
      next: number;
    };
    expect(String(line)).toContain(rows[0]?.hash);
    const all = (await ask("/record/chain")).json.rows as { sequence: number }[];
    const before = (await ask(`/record/chain?before=${next}`)).json.rows;
    expect(before).toEqual(all.slice(1));
  });

  it("names a session that is broken", async () => {
    const { sessions } = ground.state.store;
    const manifest = await sessions.get(sessionId);
    if (!manifest) throw new Error("no session");
    await sessions.put({ ...manifest, mode: "yolo" });
    await ask("/record/verify", "POST", {});
    expect(await verified()).toMatchObject({ state: "broken", broken: [{ sessionId }] });
    expect((await ask("/record/head", "POST", {})).status).toBe(409);
    await sessions.put(manifest);
  });

  it("is exported session by session", async () => {
    const sent = await ask("/record/export?days=1&content=true");
    const types = sent.text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types.filter((type) => type === "session")).toHaveLength(2);
    expect(sent.text).toContain("save-exact");
    expect((await ask("/record/export?days=1")).text).not.toContain("save-exact");
  });

  it("counts what it would let go of before it does", async () => {
    const { store } = ground.state;
    const createdAtMs = Date.now() - 200 * DAY_MS;
    const manifest = await store.sessions.get(sessionId);
    if (!manifest) throw new Error("no session");
    await store.sessions.put({ ...manifest, sessionId: "ses_old", createdAtMs });
    const prune = async (isTry: boolean) =>
      (await ask("/record/prune", "POST", { days: 100, isTry })).json.sessions;
    expect([await prune(true), await prune(true)]).toEqual([1, 1]);
    expect(await store.sessions.get("ses_old")).not.toBeNull();
    expect([await prune(false), await prune(true)]).toEqual([1, 0]);
    expect(await store.sessions.get("ses_old")).toBeNull();
    expect((await ask("/record/prune", "POST", { days: 0, isTry: true })).status).toBe(400);
    expect(ground.faults).toEqual([]);
  });
});
