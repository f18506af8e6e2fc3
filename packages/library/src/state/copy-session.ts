/** Copies one session. What is there already stays: the same copy may have been cut off. */
import type { EventRow, Store } from "@toolplane/contract/ports";
import { contentDigests } from "@toolplane/kernel/record";

const ROWS = 200;
const EVERYTHING = 1_000_000;

interface Stores {
  readonly from: Store;
  readonly to: Store;
}

export async function copySession(stores: Stores, sessionId: string): Promise<void> {
  const { from, to } = stores;
  const manifest = await from.sessions.get(sessionId);
  if (manifest) await to.sessions.put(manifest);
  await copyChanges(stores, sessionId);
  for (const part of await from.parts.list(sessionId)) await to.parts.upsert(part);
  for (const row of await from.paused.list(sessionId, { limit: EVERYTHING }))
    await to.paused.put(row);
  for (const run of await from.runs.list({ sessionId, limit: EVERYTHING })) {
    if ((await to.runs.get(run.id))?.length === run.length) continue;
    await to.runs.remove(run.id);
    await to.runs.put(run, await from.runs.log(run.id, { from: 0, limit: run.length }));
  }
  await copyRows(stores, sessionId);
}

/** The chain last: rows that are there say that what they tell of is there too. */
async function copyRows({ from, to }: Stores, sessionId: string): Promise<void> {
  const head = await from.events.head(sessionId);
  const done = await countRows(to, sessionId);
  for (let at = done; ; ) {
    const rows = await from.events.read(sessionId, { from: at, limit: ROWS });
    if (rows.length === 0) return;
    await copyPayloads({ from, to }, rows);
    at += rows.length;
    const isLast = head !== null && head.sequence === rows.at(-1)?.sequence;
    await to.events.append(rows, isLast ? head : null);
  }
}

async function countRows({ events }: Store, sessionId: string): Promise<number> {
  for (let from = 0; ; from += ROWS) {
    const { length } = await events.read(sessionId, { from, limit: ROWS });
    if (length < ROWS) return from + length;
  }
}

async function copyPayloads(stores: Stores, rows: readonly EventRow[]): Promise<void> {
  const seen = new Set<string>();
  for (const { payloadDigest } of rows) await copyPayload(stores, payloadDigest, seen);
}

/** With those that its content names. Null in the old store: retention let go of it. */
async function copyPayload({ from, to }: Stores, digest: string, seen: Set<string>): Promise<void> {
  if (seen.has(digest)) return;
  seen.add(digest);
  const bytes = await from.payloads.get(digest);
  if (bytes === null) return;
  await to.payloads.put(digest, bytes);
  for (const inner of contentDigests(bytes)) await copyPayload({ from, to }, inner, seen);
}

async function copyChanges({ from, to }: Stores, sessionId: string): Promise<void> {
  const changes = await from.journal.list(sessionId);
  const there = new Set((await to.journal.list(sessionId)).map(({ id }) => id));
  const seen = new Set<string>();
  for (const { before, after } of changes)
    for (const digest of [before, after])
      if (digest !== null) await copyPayload({ from, to }, digest, seen);
  await to.journal.append(changes.filter(({ id }) => !there.has(id)));
}
