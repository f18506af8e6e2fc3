import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { CallEntry, EventRow, Store } from "@toolplane/contract/ports";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { migrate } from "./schema/migrate.ts";
import { SCHEMA_STEPS } from "./schema/schema.ts";

const DAY_MS = 86_400_000;

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-calls-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "store.db");
}

function rowOf(sessionId: string, sequence: number, atMs = sequence): EventRow {
  return {
    sessionId,
    sequence,
    type: "call-succeed",
    atMs,
    callId: `call_${sequence}`,
    payloadDigest: "e".repeat(64),
    previous: "0".repeat(64),
    hash: "1".repeat(64),
  };
}

function entryOf({ sessionId, sequence, atMs, callId }: EventRow, ...terms: string[]): CallEntry {
  return { sessionId, sequence, atMs, callId: callId ?? "", terms, shown: null };
}

async function record(store: Store, rows: readonly EventRow[], terms: (at: number) => string[]) {
  const calls = rows.map((row, at) => entryOf(row, ...terms(at)));
  await store.record({ chains: [{ rows, head: null }], payloads: [], parts: [], calls });
}

const begins = (text: string) => ({ terms: [{ text, isWhole: false }], limit: 999 });

describe("the index of calls on SQLite", () => {
  it("has the rows of an older file as its backlog, and keeps them as they were", async () => {
    const path = newFile();
    const old = new DatabaseSync(path);
    migrate(old, { steps: SCHEMA_STEPS.slice(0, 3), path });
    old.exec(`INSERT INTO chains (session_id, next_sequence, last_at_ms) VALUES
('ses_1', 1, 5), ('toolplane:sessions', 4, 9), ('ses_2', 1, 7)`);
    for (const chain of [1, 3])
      old.exec(
        `INSERT INTO events VALUES (${chain}, 0, 'call-succeed', 5, 'call_0', 'd', 'p', 'h')`,
      );
    old.close();
    const store = await openSqliteStore({ path });
    const rows = [
      { sessionId: "ses_2", from: 0, until: 1 },
      { sessionId: "ses_1", from: 0, until: 1 },
    ];
    expect(await store.calls?.backlog({ limit: 9 })).toEqual({ rows, left: 2, total: 2 });
    expect(await store.events.read("ses_1", { from: 0, limit: 9 })).toHaveLength(1);
    await store.close();
  });

  it("looks into few blocks for a rare term, however many calls there are", async () => {
    const path = newFile();
    const store = await openSqliteStore({ path });
    const rows = Array.from({ length: 1_000 }, (_, at) => rowOf("ses_1", at));
    await record(store, rows, (at) => ["tool:read", `word:n${at % 300}`]);
    const found = await store.calls?.find(begins("word:n299"));
    expect(found?.calls.map(({ sequence }) => sequence)).toEqual([899, 599, 299]);
    await store.close();
    const file = new DatabaseSync(path, { readOnly: true });
    const blocks = file.prepare("SELECT block FROM call_terms WHERE term = 'word:n299'").all();
    expect(blocks).toEqual([{ block: 1 }, { block: 2 }]);
    file.close();
  });

  it("leaves no term of a session that retention took in the file, and finds those that stay", async () => {
    const path = newFile();
    const store = await openSqliteStore({ path });
    const nowMs = 100 * DAY_MS;
    for (const [id, atMs] of [
      ["ses_old", DAY_MS],
      ["ses_new", nowMs],
    ] as const)
      await record(
        store,
        Array.from({ length: 300 }, (_, at) => rowOf(id, at, atMs)),
        (at) => ["tool:read", `word:${id}`, `word:${id}-${at}`],
      );
    await store.prune({ nowMs, maxAgeMs: 30 * DAY_MS }, async () => {});
    await record(store, [rowOf("ses_newest", 0, nowMs)], () => ["word:ses_newest"]);
    expect((await store.calls?.find(begins("word:ses_new")))?.calls).toHaveLength(301);
    expect((await store.calls?.find(begins("word:ses_new-7")))?.calls).toHaveLength(11);
    await store.close();
    const file = new DatabaseSync(path, { readOnly: true });
    const texts = (text: string): readonly string[] =>
      file
        .prepare(text)
        .all()
        .map(({ text: one }) => String(one));
    const terms = texts("SELECT term AS text FROM call_terms");
    const entries = texts("SELECT terms AS text FROM calls");
    expect([...terms, ...entries].filter((text) => text.includes("ses_old"))).toEqual([]);
    expect(terms).toContain("word:ses_new-7");
    file.close();
  });
});
