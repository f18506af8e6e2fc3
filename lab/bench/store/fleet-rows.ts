/** Durable intents as the recorder hands them over, on the file of one machine and on a team's database. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@toolplane/contract/ports";
import { openPostgresStore } from "@toolplane/fleet";
import { openSqliteStore } from "@toolplane/host";
import { startPostgres } from "../../../test/fleet/start-postgres.ts";
import type { Figures } from "../harness/section.ts";

const WARM_UP = 40;
const ALONE = 200;
const SESSIONS = 64;
const EACH = 40;
const PAYLOAD = Buffer.alloc(600, "x");

export type Opened = <T>(run: (store: Store) => Promise<T>) => Promise<T>;

export const onSqlite: Opened = async (run) => {
  const folder = mkdtempSync(join(tmpdir(), "bench-fleet-"));
  const store = await openSqliteStore({ path: join(folder, "store.db") });
  try {
    return await run(store);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** It waits for its disk, as the file does. */
export const onPostgres: Opened = async (run) => {
  const server = await startPostgres({ lasting: true });
  try {
    server.sql("postgres", "CREATE DATABASE record");
    const store = await openPostgresStore({ url: server.url("record") });
    return await run(store).finally(() => store.close());
  } finally {
    server.remove();
  }
};

/** One after the other, each on disk before the next. */
export function alone(opened: Opened): Promise<Figures> {
  return opened(async (store) => {
    const times: number[] = [];
    for (let at = 0; at < WARM_UP + ALONE; at += 1) {
      const start = performance.now();
      await append(store, "ses_1", at);
      if (at >= WARM_UP) times.push(performance.now() - start);
    }
    times.sort((left, right) => left - right);
    return { p50Ms: times[ALONE / 2] ?? 0, p99Ms: times[Math.floor(ALONE * 0.99)] ?? 0 };
  });
}

/** As many as there are sessions at any time. */
export function together(opened: Opened): Promise<Figures> {
  return opened(async (store) => {
    const round = (name: string, count: number) =>
      Promise.all(
        Array.from({ length: SESSIONS }, async (_, index) => {
          for (let at = 0; at < count; at += 1) await append(store, `${name}_${index}`, at);
        }),
      );
    await round("warm", EACH / 4);
    const start = performance.now();
    await round("ses", EACH);
    return { appendsPerSecond: (SESSIONS * EACH * 1_000) / (performance.now() - start) };
  });
}

/** A row with its payload, its part and the sealed end. */
/** Hands a row of an intent over, with all it seals; resolves when the flush behind it does. */
export async function append(store: Store, sessionId: string, sequence: number): Promise<void> {
  const hash = `${sessionId} ${sequence}`.padStart(64, "0");
  const callId = `call_${sequence}`;
  const row = { sessionId, sequence, type: "call-intent", atMs: sequence, callId };
  const recorded = store.record({
    chains: [
      {
        rows: [{ ...row, payloadDigest: hash, previous: hash, hash }],
        head: { sessionId, sequence, hash, mac: hash },
      },
    ],
    payloads: [{ digest: hash, bytes: PAYLOAD }],
    parts: [
      {
        id: `prt_${sequence}`,
        sessionId,
        messageId: "msg",
        index: sequence,
        type: "tool-read",
        toolCallId: callId,
        toolState: "input-available",
        data: { input: { path: "a.txt" } },
      },
    ],
    calls: [],
  });
  await Promise.all([recorded, store.flush()]);
}
