/** Reads the chain of sessions, says whether it is whole, and what it tells of each session. */
import {
  type EventRow,
  type RecordKey,
  SESSIONS_CHAIN,
  type Store,
} from "@toolplane/contract/ports";
import { CHAIN_START } from "../rows/chain.ts";
import { verifyChain } from "../rows/verify-chain.ts";

const PAGE = 1_000;
/** Number of times that a chain that is being written to is read again. */
const TRIES = 10;

/** The chain's facts about a session. */
interface LedgerSession {
  /** The row that opened it; null for one from before. */
  readonly opened: string | null;
  /** Hashes of rows that it must hold. */
  readonly reached: readonly string[];
  /** Retention has let go of it, so it may be gone. */
  readonly pruned: boolean;
}

export interface Ledger {
  readonly rows: readonly EventRow[];
  /** The first fault of the chain itself. */
  readonly problem: string | null;
  readonly sessions: ReadonlyMap<string, LedgerSession>;
}

export async function readLedger(store: Pick<Store, "events">, key: RecordKey): Promise<Ledger> {
  const { rows, head } = await readTogether(store);
  const chain = verifyChain({ rows, head, key, sessionId: SESSIONS_CHAIN });
  return { rows, problem: chain.ok ? resealed(rows) : faultOf(chain), sessions: foldRows(rows) };
}

function faultOf({ at, problem }: { readonly at: number; readonly problem: string }): string {
  return `row ${at}: ${problem}`;
}

function resealed(rows: readonly EventRow[]): string | null {
  const at = rows.findLastIndex(({ type }) => type === "chain-resealed");
  if (at < 0) return null;
  return `row ${at}: what stands above was sealed with another key, or by somebody else`;
}

/** Appended together: when the head is the same before and after, the rows belong to it. */
async function readTogether({ events }: Pick<Store, "events">) {
  let head = await events.head(SESSIONS_CHAIN);
  for (let left = TRIES; ; left -= 1) {
    const rows = await readRows(events);
    const now = await events.head(SESSIONS_CHAIN);
    if (now?.hash === head?.hash) return { rows, head: now };
    const seen = head?.sequence ?? -1;
    if (left === 0) return { rows: rows.filter(({ sequence }) => sequence <= seen), head };
    head = now;
  }
}

async function readRows(events: Store["events"]): Promise<readonly EventRow[]> {
  const rows: EventRow[] = [];
  for (let from = 0; ; ) {
    const page = await events.read(SESSIONS_CHAIN, { from, limit: PAGE });
    for (const row of page) rows.push(row);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return rows;
    from = last.sequence + 1;
  }
}

function foldRows(rows: readonly EventRow[]): ReadonlyMap<string, LedgerSession> {
  const sessions = new Map<string, LedgerSession>();
  for (const { type, callId, payloadDigest, hash } of rows) {
    if (callId === null) continue;
    const known = sessions.get(callId) ?? NOTHING;
    const reached = payloadDigest === CHAIN_START.hash ? [] : [payloadDigest];
    if (type === "session-opened")
      sessions.set(callId, { opened: hash, reached: [], pruned: false });
    else if (type === "session-before")
      sessions.set(callId, { opened: null, reached, pruned: false });
    else if (type === "session-reached")
      sessions.set(callId, { ...known, reached: [...known.reached, ...reached] });
    else sessions.set(callId, { ...known, pruned: true });
  }
  return sessions;
}

const NOTHING: LedgerSession = { opened: null, reached: [], pruned: false };
