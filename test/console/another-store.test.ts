import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ConsoleWorld, keepTalk, openConsoleWorld } from "@toolplane/cli/fixtures";
import type {
  Approvals,
  CallsPage,
  Figures,
  Now,
  SessionList,
  SessionTalk,
  ToolList,
} from "@toolplane/contract/console";
import type { Store } from "@toolplane/contract/ports";
import { openPostgresStore } from "@toolplane/fleet";
import { createRuns } from "@toolplane/library/inside";
import { createFakeClock, createMemoryStore } from "@toolplane/testkit";
import { createToolplane } from "toolplane";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasPostgres, startPostgres } from "../fleet/start-postgres.ts";

describe("the product on a store in memory", () => {
  describeProduct(async () => ({ store: createMemoryStore(), remove: () => {} }));
});

describe.skipIf(!hasPostgres)("the product on PostgreSQL (needs postgresql)", () => {
  describeProduct(async () => {
    const server = await startPostgres();
    server.sql("postgres", "CREATE DATABASE record");
    const store = await openPostgresStore({ url: server.url("record") });
    return { store, remove: server.remove };
  });
});

interface OpenedStore {
  readonly store: Store;
  readonly remove: () => void;
}

function describeProduct(openStore: () => Promise<OpenedStore>): void {
  let opened: OpenedStore;
  let store: Store;
  let ground: ConsoleWorld;
  let sessionId = "";

  beforeAll(async () => {
    opened = await openStore();
    store = opened.store;
    ground = await openConsoleWorld({ "a.txt": "one\n" }, { store });
    const { key } = ground.state;
    const toolplane = await createToolplane({
      workspace: ground.world.workspace,
      userData: ground.world.data,
      record: { store, key },
      sandbox: "none",
      onWarning: () => {},
      policy: [
        { permission: "write", pattern: "*", action: "deny" },
        { permission: "read", pattern: "*", action: "allow" },
      ],
    });
    const session = toolplane.session();
    sessionId = session.id;
    await session.call({ id: "call_1", name: "read", arguments: { path: "a.txt" } });
    await session.call({ id: "call_2", name: "write", arguments: { path: "b.txt", content: "" } });
    await toolplane.close();
  });
  afterAll(async () => {
    await ground.close();
    opened.remove();
  });

  const get = async <T>(path: string): Promise<T> => {
    const { status, json, text } = await ground.send(`/api/v1${path}`);
    expect([path, status, status === 200 ? "" : text]).toEqual([path, 200, ""]);
    return json as T;
  };

  it("lists sessions and their calls, and verifies the record", async () => {
    const { sessions, total } = await get<SessionList>("/sessions?all=true");
    expect([total, sessions.map((one) => [one.sessionId, one.calls, one.refused])]).toEqual([
      1,
      [[sessionId, 2, 1]],
    ]);
    const { calls } = await get<CallsPage>(`/sessions/${sessionId}/calls`);
    expect(calls.map(({ tool, mark, road }) => [tool, mark, road.stage])).toEqual([
      ["read", "allow", "execute"],
      ["write", "deny", "judge"],
    ]);
    expect(await get(`/sessions/${sessionId}/verify`)).toMatchObject({ ok: true });
    expect(await get(`/sessions/${sessionId}/calls/call_1`)).toMatchObject({ tool: "read" });
  });

  it("shows what was said, titles the session by it, and says when the words were let go of", async () => {
    const read = { id: "call_1", name: "read", arguments: '{"path":"a.txt"}' };
    await keepTalk(store, sessionId, [
      { role: "user", from: "person", text: "What is in a.txt?" },
      { role: "assistant", text: "I look.", calls: [read] },
    ]);
    const talk = await get<SessionTalk>(`/sessions/${sessionId}/talk`);
    expect(talk.pieces.map(({ text }) => text)).toEqual(["What is in a.txt?", "I look."]);
    expect(talk.calls).toMatchObject([{ callId: "call_1", mark: "allow" }]);
    const { key } = ground.state;
    await createRuns({ store, key, clock: createFakeClock() }).remove(`run_${sessionId}`);
    const gone = await get<SessionTalk>(`/sessions/${sessionId}/talk`);
    expect(gone).toMatchObject({ state: "gone", pieces: [] });
  });

  it("counts calls by day, by tool and by rule", async () => {
    const { days, sampled } = await get<Figures>("/figures?days=2");
    expect(days.at(-1)).toMatchObject({ calls: 2, refused: 1 });
    expect(sampled).toBe(2);
    const { tools } = await get<ToolList>("/tools");
    expect(tools.find(({ name }) => name === "read")?.calls).toBe(1);
    expect(await get("/policy/hits")).toMatchObject({ calls: 2 });
  });

  it("shows a question that waits, and takes its answer", async () => {
    const call = ground.send("/api/v1/tools/write/call", {
      method: "POST",
      body: { arguments: { path: ".envrc", content: "export A=1" } },
    });
    await expect.poll(async () => (await get<Approvals>("/approvals")).waiting).toHaveLength(1);
    const { waiting, live } = await get<Now>("/now?all=true");
    expect([waiting.length, live.length]).toEqual([1, 1]);
    const path = `/api/v1/approvals/${waiting[0]?.id}/answer`;
    const answered = await ground.send(path, { method: "POST", body: { choice: "once" } });
    expect(answered.status).toBe(200);
    expect((await call).json).toMatchObject({ result: { type: "output" } });
    expect(readFileSync(join(ground.world.workspace, ".envrc"), "utf8")).toBe("export A=1");
    expect((await get<Approvals>("/approvals")).waiting).toEqual([]);
  });

  it("takes back what a session changed", async () => {
    const { sessions } = await get<SessionList>("/sessions?all=true");
    const changed = sessions.find((one) => one.sessionId !== sessionId)?.sessionId ?? "";
    const moved = await ground.send(`/api/v1/sessions/${changed}/moves`, {
      method: "POST",
      body: { action: "undo" },
    });
    expect(moved.json).toMatchObject({ files: 1, failure: null });
    expect(existsSync(join(ground.world.workspace, ".envrc"))).toBe(false);
  });

  it("lets go of old sessions in the console's lists", async () => {
    await store.prune({ nowMs: Date.now() + 86_400_000, maxAgeMs: 3_600_000 }, async () => {});
    expect((await get<SessionList>("/sessions?all=true")).sessions).toEqual([]);
    expect((await get<Figures>("/figures?days=2")).days.at(-1)).toMatchObject({ calls: 0 });
  });

  it("makes no SQLite file", () => {
    expect(existsSync(join(ground.world.data, "record.sqlite"))).toBe(false);
    expect(ground.faults).toEqual([]);
  });
}
