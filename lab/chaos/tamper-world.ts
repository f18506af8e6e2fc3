/**
 * Changes copies of a record behind the product's back, one way at a time, as a person with a SQLite shell and without the key
 * would, and asks whether the chain is found broken at the row that was touched.
 */
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { EventRow } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";
import { type ChainAnswer, loadRecord, verifyChain } from "@toolplane/kernel/record";
import { type Amount, plannedSessions } from "./planned-calls.ts";
import { TAMPERINGS, type Tampering } from "./tamperings.ts";
import { keyOf, type World } from "./world.ts";

/** How many were tried and how many of them were found where they were made. */
export interface TamperCount {
  readonly tried: number;
  readonly found_at_right_row: number;
}

/** Tries every way once, on a session and a row chosen by chance. */
export async function tamperWorld(
  world: World,
  { amount, random }: { readonly amount: Amount; readonly random: () => number },
): Promise<TamperCount> {
  const sessions = plannedSessions(amount);
  let found = 0;
  for (const tampering of TAMPERINGS) {
    const { id } = sessions[Math.floor(random() * sessions.length)] ?? { id: "" };
    const answer = await tryOne(world, { tampering, sessionId: id, random });
    if (!answer.ok && answer.at === answer.expected) found += 1;
    else console.error(`${tampering.name}: ${JSON.stringify(answer)}`);
  }
  return { tried: TAMPERINGS.length, found_at_right_row: found };
}

async function tryOne(
  world: World,
  {
    tampering,
    sessionId,
    random,
  }: { readonly tampering: Tampering; readonly sessionId: string; readonly random: () => number },
): Promise<ChainAnswer & { readonly expected: number }> {
  const copy = join(world.folder, "tampered.sqlite");
  copyFileSync(world.store, copy);
  const rows = await readRows(copy, sessionId);
  // Neither the first nor the last: those have neighbours on one side only.
  const at = 1 + Math.floor(random() * (rows.length - 3));
  const database = new DatabaseSync(copy);
  const chain = database.prepare("SELECT chain FROM chains WHERE session_id = ?").get(sessionId);
  const expected = tampering.change({ database, chain: chain?.chain as number, rows, at });
  database.close();
  const answer = await verify(world, { path: copy, sessionId });
  for (const tail of ["", "-wal", "-shm"]) rmSync(`${copy}${tail}`, { force: true });
  return { ...answer, expected };
}

async function readRows(path: string, sessionId: string): Promise<readonly EventRow[]> {
  const store = await openSqliteStore({ path });
  const { rows } = await loadRecord(store, sessionId);
  await store.close();
  return rows;
}

async function verify(
  world: World,
  { path, sessionId }: { readonly path: string; readonly sessionId: string },
): Promise<ChainAnswer> {
  const store = await openSqliteStore({ path });
  const record = await loadRecord(store, sessionId);
  await store.close();
  return verifyChain({ ...record, key: keyOf(world), sessionId });
}
