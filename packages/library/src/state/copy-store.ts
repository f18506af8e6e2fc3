/**
 * Copies a record from one store into another that is empty, session by session: rows, payloads and seals as they are, so every chain
 * verifies there as it does here. A mark in the new store says that a copy is under way: one that was cut off goes on where it was, and
 * nothing else uses the store before it is whole. The index of calls is made again from the rows.
 */
import { ConfigurationError } from "@toolplane/contract";
import { SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";
import { listSessionIds } from "@toolplane/kernel/record";
import { KEY_SLOT } from "./check-team-key.ts";
import { copySession } from "./copy-session.ts";
import { COPY_SLOT, isUnderWay } from "./refuse-half-copy.ts";

const PAGE = 500;

export interface CopyOptions {
  /** Asked before each session; false ends it. */
  readonly goesOn: (index: number, of: number) => boolean;
}

/** The number of sessions; null when it was ended. Rejects with a ConfigurationError where the new store holds a record of its own. */
export async function copyStore(
  { from, to }: { readonly from: Store; readonly to: Store },
  { goesOn }: CopyOptions,
): Promise<number | null> {
  if (!(await isUnderWay(to))) {
    if (!(await isEmpty(to)))
      throw new ConfigurationError(
        "store copy",
        "there is a record already where this one is to go: nothing was copied. Name an empty database, or move the file away",
      );
    await to.slots.put(SESSIONS_CHAIN, COPY_SLOT, "going");
    await to.flush();
  }
  const ids = [...(await listSessionIds(from)), SESSIONS_CHAIN];
  for (const [index, sessionId] of ids.entries()) {
    if (!goesOn(index, ids.length - 1)) return null;
    await copySession({ from, to }, sessionId);
  }
  await copyRest({ from, to });
  await to.flush();
  await to.slots.put(SESSIONS_CHAIN, COPY_SLOT, "done");
  await to.flush();
  return ids.length - 1;
}

async function isEmpty({ sessions, events, approvals, runs }: Store): Promise<boolean> {
  const found = await Promise.all([
    sessions.list({ limit: 1 }),
    events.read(SESSIONS_CHAIN, { from: 0, limit: 1 }),
    approvals.list(),
    runs.list({ limit: 1 }),
  ]);
  return found.every(({ length }) => length === 0);
}

/** Copies what is of no session, or told by none. */
async function copyRest({ from, to }: { readonly from: Store; readonly to: Store }): Promise<void> {
  for (const approval of await from.approvals.list()) await to.approvals.put(approval);
  for (const row of await from.sidecars.list()) await to.sidecars.put(row);
  for (const row of await from.paused.open({ limit: Number.MAX_SAFE_INTEGER }))
    await to.paused.put(row);
  for (let after: string | undefined; ; ) {
    const page = await from.receipts.list({
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    for (const { receipt, used } of page) {
      await to.receipts.put(receipt);
      if (used) await to.receipts.use(receipt.id);
    }
    after = page.at(-1)?.receipt.id;
    if (after === undefined) break;
  }
  for (let page = await from.slots.list({ limit: PAGE }); ; ) {
    for (const { sessionId, toolId, value } of page)
      if (toolId !== COPY_SLOT && toolId !== KEY_SLOT) await to.slots.put(sessionId, toolId, value);
    const after = page.at(-1);
    if (!after) break;
    page = await from.slots.list({ after, limit: PAGE });
  }
}
