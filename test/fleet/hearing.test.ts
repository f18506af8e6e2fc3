import type { Store } from "@toolplane/contract/ports";
import { openPostgresStore } from "@toolplane/fleet";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

describe.skipIf(!hasPostgres)("what a PostgreSQL store hears (needs postgresql)", () => {
  let server: Postgres;
  const stores: Store[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    server.sql("postgres", "CREATE DATABASE record");
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
  });
  afterAll(() => server?.remove());

  const open = async (): Promise<Store> => {
    const store = await openPostgresStore({ url: server.url("record") });
    stores.push(store);
    return store;
  };
  const listen = async (store: Store) => {
    const heard: (string | null)[] = [];
    const stop = store.hearing?.listen((id) => heard.push(id));
    await vi.waitFor(() => expect(store.hearing?.isSound()).toBe(true));
    return { heard, stop };
  };
  const lines = () => Number(server.sql("record", LISTENING));

  it("is answers alone: other words on its channel are none", async () => {
    const store = await open();
    const { heard, stop } = await listen(store);
    const words = [
      "''",
      "'answered'",
      "'answer qst_1'",
      "'ANSWERED qst_1'",
      "'answered ' || chr(1) || 'json:{'",
    ];
    for (const word of [...words, "'answered ' || repeat('x', 7000)"])
      server.sql("record", `SELECT pg_notify('toolplane_heard', ${word})`);
    server.sql("record", "SELECT pg_notify('another', 'answered qst_1')");
    await answer(await open(), "qst_2");
    await vi.waitFor(() => expect(heard).toEqual([null, "qst_2"]));
    // The connection is there while somebody listens.
    expect(lines()).toBe(1);
    stop?.();
    await vi.waitFor(() => expect(lines()).toBe(0));
  });

  it("comes back by itself when its connection is lost, and says so both times", async () => {
    const store = await open();
    const { heard } = await listen(store);
    expect(heard).toEqual([null]);
    server.sql("record", `SELECT pg_terminate_backend(pid) FROM (${LISTENERS}) AS l`);
    await vi.waitFor(() => expect(heard).toEqual([null, null]));
    expect(store.hearing?.isSound()).toBe(false);
    await vi.waitFor(() => expect(store.hearing?.isSound()).toBe(true), 5_000);
    await answer(await open(), "qst_3");
    await vi.waitFor(() => expect(heard).toEqual([null, null, null, "qst_3"]));
  });

  it("keeps an answer to a question whose id is too long to be told", async () => {
    const store = await open();
    const id = "x".repeat(9_000);
    expect(await answer(store, id)).toBe(true);
    expect(await store.paused.get(id)).toMatchObject({ answer: "yes" });
  });
});

const LISTENERS =
  "SELECT pid FROM pg_stat_activity WHERE application_name = 'toolplane' AND query LIKE 'LISTEN%'";
const LISTENING = `SELECT count(*) FROM (${LISTENERS}) AS l`;

async function answer(store: Store, id: string): Promise<boolean> {
  const row = {
    id,
    conversationId: "ses_1",
    question: "?",
    options: [],
    state: {},
    createdAtMs: 1,
  };
  await store.paused.put(row);
  return store.paused.resolve(id, "yes", 2);
}
