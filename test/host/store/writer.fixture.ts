/**
 * A process that writes to a store until it is killed: `writer.fixture.ts PATH SESSION`. Batches of seven rows with their
 * payloads and a journal entry; after each that is durable its last sequence is printed, synchronously.
 */
import { createHash } from "node:crypto";
import { writeSync } from "node:fs";
import type { ChainHead, EventRow } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";

export const BATCH = 7;

if (import.meta.main) {
  const [path = "", sessionId = ""] = process.argv.slice(2);
  const store = await openSqliteStore({ path });
  let next = ((await store.events.head(sessionId))?.sequence ?? -1) + 1;
  for (;;) {
    const rows: EventRow[] = [];
    for (let at = 0; at < BATCH; at += 1) {
      const bytes = Buffer.from(
        `${sessionId} ${next + at} ${"x".repeat((next * 37 + at) % 3_000)}`,
      );
      const payloadDigest = createHash("sha256").update(bytes).digest("hex");
      void store.payloads.put(payloadDigest, bytes);
      rows.push({
        sessionId,
        sequence: next + at,
        type: "call-succeed",
        atMs: 1,
        callId: null,
        payloadDigest,
        previous: "0",
        hash: String(next + at),
      });
    }
    next += BATCH;
    const head: ChainHead = { sessionId, sequence: next - 1, hash: String(next - 1), mac: "m" };
    void store.journal.append([
      {
        id: `${sessionId} ${next}`,
        sessionId,
        callId: "c",
        atMs: 1,
        path: "/a",
        before: null,
        after: rows[0]?.payloadDigest ?? null,
        mode: null,
        undone: false,
      },
    ]);
    await store.events.append(rows, head);
    await store.flush();
    writeSync(1, `${next - 1}\n`);
  }
}
