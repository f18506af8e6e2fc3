/**
 * The end of the chain of sessions, as this process knows it. Of two processes that append at once one is refused, and tries again
 * behind the other; within a process they come one after the other. A store without the chain is one from before it: whoever asks
 * first seals what is there.
 */
import { ToolError } from "@toolplane/contract";
import { type ChainHead, SESSIONS_CHAIN } from "@toolplane/contract/ports";
import { type ChainLink, checkHead, isSealed, sealHead, unknownKeyText } from "../rows/chain.ts";
import type { LedgerGround } from "./ledger-ground.ts";
import { linkEntry } from "./ledger-row.ts";
import { sealEarlier } from "./seal-earlier.ts";

export interface LedgerEnd {
  /** The last row; null when the store has to be asked. */
  link: ChainLink | null;
  /** Settles when nobody appends. */
  turn: Promise<unknown>;
}

export function createLedgerEnd(): LedgerEnd {
  return { link: null, turn: Promise.resolve() };
}

/** Runs the work with the end of the chain. It says where the chain ends now; when it throws, the store is asked again. */
export function atLedgerEnd<T>(
  ground: LedgerGround,
  ledger: LedgerEnd,
  work: (link: ChainLink) => Promise<{ readonly value: T; readonly link: ChainLink | null }>,
): Promise<T> {
  const run = async (): Promise<T> => {
    const known = ledger.link ?? (await findEnd(ground));
    ledger.link = null;
    const { value, link } = await work(known);
    ledger.link = link;
    return value;
  };
  const done = ledger.turn.then(run, run);
  ledger.turn = done.catch(() => undefined);
  return done;
}

/** True when somebody has appended behind this row. */
export async function hasLedgerMoved(
  { store }: Pick<LedgerGround, "store">,
  { sequence }: ChainLink,
): Promise<boolean> {
  const head = await store.events.head(SESSIONS_CHAIN);
  return head !== null && head.sequence > sequence;
}

async function findEnd(ground: LedgerGround): Promise<ChainLink> {
  const head = await ground.store.events.head(SESSIONS_CHAIN);
  const seal = head && checkHead(ground.key, head);
  if (head && seal?.isGenuine) return head;
  // There is such a key somewhere, so it is not lost.
  if (seal && seal.unknownKey !== null)
    throw new ToolError(
      "conflict",
      `The record cannot be gone on with: ${unknownKeyText(seal.unknownKey)}.`,
    );
  try {
    return await (head === null ? sealEarlier(ground) : reseal(ground, head));
  } catch (error) {
    // Another process has done it meanwhile.
    const now = await ground.store.events.head(SESSIONS_CHAIN);
    if (now && now.hash !== head?.hash && isSealed(ground.key, now)) return now;
    throw error;
  }
}

/** Nothing could be opened otherwise after a key was lost. Whoever verifies is told, for as long as the chain is there. */
async function reseal({ store, key, wallMs }: LedgerGround, head: ChainHead): Promise<ChainLink> {
  const row = linkEntry(head, { type: "chain-resealed", sessionId: null, atMs: wallMs() });
  const chain = { rows: [row], head: sealHead(key, SESSIONS_CHAIN, row) };
  await store.record({ chains: [chain], payloads: [], parts: [] });
  return row;
}
