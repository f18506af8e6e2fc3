/** Waiting landings, through the library: over a host's own port, judged by the policy of today. */
import {
  type Change,
  type ChangeSet,
  type Landing,
  type LandingDecision,
  ToolError,
} from "@toolplane/contract";
import type { Landings } from "@toolplane/contract/ports";
import { loadRecord, readLandings, verifyChain } from "@toolplane/kernel/record";
import { createMemoryHost, createMemoryStore, type MemoryStore } from "@toolplane/testkit";
import { createToolplane, type Toolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

const change = (path: string, more: Partial<Change> = {}): Change => ({
  path: `/workspace/${path}`,
  kind: "changed",
  type: "file",
  mode: 0o644,
  bytes: 1,
  ...more,
});

const SET: ChangeSet = {
  changes: [
    change("deep/secret.env"),
    change("old", { kind: "removed", type: "directory", tree: true }),
    change("src/a.ts"),
    change(".vscode/tasks.json"),
  ],
};

interface World {
  readonly tp: Toolplane;
  readonly decisions: LandingDecision[];
  readonly store: MemoryStore;
}

const key = new Uint8Array(32).fill(7);

async function open(
  policy: NonNullable<Parameters<typeof createToolplane>[0]>["policy"] = [],
  store: MemoryStore = createMemoryStore(),
): Promise<World> {
  const decisions: LandingDecision[] = [];
  const landing: Landing = {
    state: "kept",
    counts: { added: 0, changed: 3, removed: 1 },
    changes: SET.changes,
  };
  const waiting = { sessionId: "s", command: "make", bytes: 4, landing };
  const landings: Landings = {
    list: async () => [
      { ...waiting, callId: "later", atMs: 2 },
      { ...waiting, callId: "call_1", atMs: 1 },
    ],
    show: async (callId) => (callId === "call_1" ? SET : null),
    diff: async (callId, path) => (callId === "call_1" ? `diff of ${path}` : null),
    held: async () => null,
    async land(_, judge) {
      const decision = await judge(SET);
      decisions.push(decision);
      return { ...landing, state: decision.land === "none" ? "kept" : "landed" };
    },
    drop: async () => ({ ...landing, state: "dropped" }),
  };
  const tp = await createToolplane({
    host: { ...createMemoryHost(), landings },
    preset: "minimal",
    policy,
    onWarning: () => {},
    record: { store, key },
  });
  onTestFinished(() => tp.close().catch(() => {}));
  return { tp, decisions, store };
}

describe("the change sets of a toolplane", () => {
  it("are listed oldest first, shown and told line by line", async () => {
    const { tp } = await open();
    expect((await tp.landings.list()).map(({ callId }) => callId)).toEqual(["call_1", "later"]);
    expect(await tp.landings.show("call_1")).toBe(SET);
    expect(await tp.landings.show("gone")).toBeNull();
    expect(await tp.landings.diff("call_1", "/workspace/a")).toBe("diff of /workspace/a");
  });

  it("land when a person says so, whatever would ask", async () => {
    const { tp, decisions } = await open([
      { permission: "fs.write", pattern: "{workspace}/src/**", action: "ask" },
    ]);
    expect(await tp.landings.land("call_1")).toMatchObject({ state: "landed" });
    expect(decisions).toMatchObject([{ land: "all", unkept: "accepted" }]);
    expect(decisions[0]).toHaveProperty(
      "asked",
      SET.changes.map(({ path }) => path),
    );
  });

  it("do not land against a deny, and land without what is denied", async () => {
    const { tp, decisions } = await open([
      { permission: "fs.write", pattern: "**/*.env", action: "deny" },
    ]);
    expect(await tp.landings.land("call_1")).toMatchObject({ state: "kept" });
    const without = ["/workspace/deep", "/workspace/old"];
    expect(await tp.landings.land("call_1", { without })).toMatchObject({ state: "landed" });
    expect(decisions).toMatchObject([
      {
        land: "none",
        drop: false,
        refused: [{ path: "/workspace/deep/secret.env" }],
      },
      {
        land: "some",
        unkept: "accepted",
        without: ["/workspace/deep/secret.env", "/workspace/old"],
      },
    ]);
  });

  it("refuse a path that is not in the set, and an id that nothing waits under", async () => {
    const { tp, decisions } = await open();
    await expect(
      tp.landings.land("call_1", { without: ["/workspace/src/a"] }),
    ).rejects.toMatchObject({ code: "invalid_input" });
    await expect(tp.landings.land("gone")).rejects.toMatchObject({ code: "not_found" });
    await expect(tp.landings.drop("gone")).rejects.toMatchObject({ code: "not_found" });
    expect(decisions).toEqual([]);
  });

  it("are recorded in the session that made them, before and after", async () => {
    const { tp, store } = await open([
      { permission: "fs.write", pattern: "**/*.env", action: "deny" },
    ]);
    await tp.landings.land("call_1", { by: "ada" });
    await tp.landings.land("call_1", { by: "ada", without: ["/workspace/deep"] });
    await tp.landings.drop("call_1");
    const record = await loadRecord(store, "s");
    expect(verifyChain({ ...record, key, sessionId: "s" })).toMatchObject({ ok: true });
    expect(await store.sessions.get("s")).not.toBeNull();
    const paths = SET.changes.map(({ path }) => path);
    const same = { callId: "call_1", paths };
    expect(readLandings(record)).toMatchObject([
      { ...same, state: "kept", action: "land", by: "ada", without: [] },
      { ...same, state: "landed", action: "land", by: "ada", without: ["/workspace/deep"] },
      { ...same, state: "dropped", action: "drop", without: [] },
    ]);
  });

  it("do not land while it cannot be recorded", async () => {
    const down = new ToolError("unavailable", "The disk is full.");
    const store = createMemoryStore();
    const fails = async (): Promise<never> => {
      throw down;
    };
    const broken = { ...store, record: fails, flush: fails } as MemoryStore;
    const { tp, decisions } = await open([], broken);
    await expect(tp.landings.land("call_1")).rejects.toMatchObject({ code: "unavailable" });
    await expect(tp.landings.drop("call_1")).rejects.toMatchObject({ code: "unavailable" });
    expect(decisions).toEqual([]);
  });

  it("are none where commands do not run on views", async () => {
    const tp = await createToolplane({
      host: createMemoryHost(),
      preset: "minimal",
      onWarning: () => {},
    });
    onTestFinished(() => tp.close());
    expect(await tp.landings.list()).toEqual([]);
    await expect(tp.landings.land("call_1")).rejects.toMatchObject({ code: "not_found" });
  });
});
