import { mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionManifest } from "@toolplane/contract";
import type { Clock, Retention } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/disk/ground";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openState, type State } from "./open-state.ts";
import { pruneState } from "./prune-state.ts";

const DAY_MS = 86_400_000;
const NOW = Date.now();
let data = "";
let state: State;
beforeEach(async () => {
  data = realpathSync(mkdtempSync(join(tmpdir(), "tp-prune-")));
  state = await openState({ userData: data, recordPlace: null });
});
afterEach(async () => {
  await state.close();
  rmSync(data, { recursive: true, force: true });
});

const manifest = (sessionId: string, ageDays: number): SessionManifest => ({
  sessionId,
  createdAtMs: NOW - ageDays * DAY_MS,
  mode: "ask",
  allowlist: [],
  headless: true,
  role: "agent",
  workspace: "main",
  depth: 0,
  tools: [],
});
/** A system clock on another day. */
const clockAt = (wallMs: number): Clock => ({ ...createSystemClock(), wallMs: () => wallMs });
const ids = async (): Promise<readonly string[]> =>
  (await state.store.sessions.list({ limit: 10 })).map(({ sessionId }) => sessionId);

describe("retention", () => {
  it("lets go of old sessions, once a day, whoever comes", async () => {
    await state.store.sessions.put(manifest("ses_old", 91));
    await state.store.sessions.put(manifest("ses_new", 89));
    const keep = { keepDays: 90, keepMegabytes: 2_048 };
    expect(await pruneState(state, keep, { clock: clockAt(NOW) })).toMatchObject({
      sessions: ["ses_old"],
    });
    expect(await ids()).toEqual(["ses_new"]);
    await state.store.sessions.put(manifest("ses_other", 100));
    expect(await pruneState(state, keep, { clock: clockAt(NOW + DAY_MS - 1) })).toBeNull();
    expect(await pruneState(state, keep, { clock: clockAt(NOW + DAY_MS) })).not.toBeNull();
    expect(await ids()).toEqual(["ses_new"]);
  });

  it("keeps everything where it is told to", async () => {
    await state.store.sessions.put(manifest("ses_old", 10_000));
    const all = { keepDays: 0, keepMegabytes: 0 };
    expect(await pruneState(state, all, { clock: clockAt(NOW) })).toBeNull();
    expect(await ids()).toEqual(["ses_old"]);
  });

  it("asks for what the settings say", async () => {
    const asked: Retention[] = [];
    const store = {
      ...state.store,
      prune: async (retention: Retention) => {
        asked.push(retention);
        return { sessions: [], payloads: 0, bytes: 0 };
      },
    };
    for (const [index, keepDays] of [0, 7].entries())
      await pruneState(
        { ...state, store },
        { keepDays, keepMegabytes: 1 },
        { clock: clockAt(NOW + index * DAY_MS) },
      );
    expect(asked).toEqual([
      { nowMs: NOW, maxBytes: 1_048_576 },
      { nowMs: NOW + DAY_MS, maxAgeMs: 7 * DAY_MS, maxBytes: 1_048_576 },
    ]);
  });

  it("is given up in time, and tried again within the hour", async () => {
    const store = { ...state.store, prune: () => new Promise<never>(() => {}) };
    const keep = { keepDays: 1, keepMegabytes: 0 };
    const slow = { ...state, store };
    expect(await pruneState(slow, keep, { clock: clockAt(NOW), budgetMs: 1 })).toBeNull();
    const { mtimeMs } = statSync(join(data, "pruned"));
    expect(NOW - mtimeMs).toBeGreaterThan(DAY_MS - 2 * 3_600_000);
    expect(NOW - mtimeMs).toBeLessThan(DAY_MS);
  });

  it("is in nobody's way when it fails", async () => {
    const store = { ...state.store, prune: () => Promise.reject(new Error("disk")) };
    const keep = { keepDays: 1, keepMegabytes: 0 };
    expect(await pruneState({ ...state, store }, keep, { clock: clockAt(NOW) })).toBeNull();
  });
});
