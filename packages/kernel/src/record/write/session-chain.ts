/** The end of one session's chain as the writer knows it, and how it is found again when the writer is no longer sure. */
import { type SessionManifest, ToolError } from "@toolplane/contract";
import { type ChainHead, SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";
import {
  CHAIN_START,
  type ChainLink,
  checkHead,
  type SealKey,
  unknownKeyText,
} from "../rows/chain.ts";
import type { PartPlace } from "./chat-part.ts";
import { type ChainClaims, noClaims } from "./fence.ts";
import type { RecordItem } from "./record-item.ts";

/** How many ids of lost calls a gap names. */
const MAX_NAMED = 100;
/** A store has fewer connections than this, so fewer can be on their way; of more, the oldest are let go of. */
const MAX_DOUBTS = 100;

/** Calls that could not be recorded. */
export interface RecordGap {
  readonly dropped: number;
  readonly callIds: readonly string[];
}

/** An append that rejected: it may have gone through all the same, or may yet while no other row is in its place. */
export interface DoubtfulAppend {
  /** The sequence of its first row. */
  readonly first: number;
  /** The sequence of its last row. */
  readonly sequence: number;
  readonly hash: string;
  readonly items: ReadonlySet<RecordItem>;
  readonly gap: RecordGap | null;
}

/** The writer's state of a session. */
export interface SessionChain {
  readonly sessionId: string;
  /** The last row; null when the store has to be asked. */
  link: ChainLink | null;
  /** The doubts about appends that rejected; the last one last. */
  doubts: readonly DoubtfulAppend[];
  gap: RecordGap | null;
  /** Places of calls that have an intent and no result yet. */
  readonly places: Map<string, PartPlace>;
  /** As it was opened last by this writer; null for one that it did not open. */
  manifest: SessionManifest | null;
  readonly claims: ChainClaims;
  /** Set when the chain cannot be gone on with. */
  broken: ToolError | null;
}

/** A session that the writer has not met. */
export function createSessionChain(sessionId: string): SessionChain {
  const broken =
    sessionId === SESSIONS_CHAIN
      ? new ToolError("invalid_input", `No session can be called ${SESSIONS_CHAIN}.`)
      : null;
  return {
    sessionId,
    link: null,
    doubts: [],
    gap: null,
    places: new Map(),
    manifest: null,
    claims: noClaims(),
    broken,
  };
}

/** Notes an append that rejected. */
export function doubt(chain: SessionChain, append: DoubtfulAppend): void {
  const others = chain.doubts.filter(({ hash }) => hash !== append.hash);
  chain.doubts = [...others, append].slice(-MAX_DOUBTS);
  chain.link = null;
}

/**
 * Asks the store where the chain ends. A head that does not verify breaks the session: to go on from it would put our
 * seal on another writer's rows. Resolves to the append in doubt that had gone through; of several that begin alike, the longest.
 */
export async function findEnd(
  chain: SessionChain,
  store: Pick<Store, "events">,
  key: SealKey,
): Promise<DoubtfulAppend | null> {
  const { sessionId } = chain;
  const head: ChainHead | null = await store.events.head(sessionId);
  const seal = head && checkHead(key, head);
  if (head && seal && !(head.sessionId === sessionId && seal.isGenuine)) {
    const { unknownKey } = seal;
    const why = unknownKey === null ? "" : ` (${unknownKeyText(unknownKey)})`;
    chain.broken = new ToolError(
      "conflict",
      `The record of this session does not verify${why}, so nothing can be added to it.`,
      { detail: { sessionId } },
    );
    throw chain.broken;
  }
  const end = head ? { sequence: head.sequence, hash: head.hash } : CHAIN_START;
  const arrived = await arrivedOf(chain, store, end);
  chain.link = end;
  return arrived;
}

async function arrivedOf(
  { sessionId, doubts }: SessionChain,
  { events }: Pick<Store, "events">,
  end: ChainLink,
): Promise<DoubtfulAppend | null> {
  let arrived: DoubtfulAppend | null = null;
  for (const append of doubts) {
    if (append.sequence > end.sequence || append.sequence < (arrived?.sequence ?? 0)) continue;
    const [row] = await events.read(sessionId, { from: append.sequence, limit: 1 });
    if (row?.hash === append.hash) arrived = append;
  }
  return arrived;
}

/** Lets go of the doubts that are none any more: another row is in the place of their first, or their own. */
export function settleDoubts(chain: SessionChain, end: ChainLink): void {
  chain.doubts = chain.doubts.filter(({ first }) => first > end.sequence);
}

/** Lets go of what is in the store now. A gap that grew meanwhile keeps what was not written. */
export function written(
  chain: SessionChain,
  items: Iterable<RecordItem>,
  gap: RecordGap | null,
): void {
  for (const item of items) if (item.kind === "settle") chain.places.delete(item.entry.callId);
  if (!gap || !chain.gap) return;
  const dropped = chain.gap.dropped - gap.dropped;
  const callIds = chain.gap.callIds.slice(gap.callIds.length);
  chain.gap = dropped > 0 ? { dropped, callIds } : null;
}

/** Counts a call that is given up. */
export function widenGap(gap: RecordGap | null, item: RecordItem): RecordGap {
  const callId = "entry" in item ? [item.entry.callId] : [];
  const { dropped, callIds } = gap ?? { dropped: 0, callIds: [] };
  return { dropped: dropped + 1, callIds: [...callIds, ...callId].slice(0, MAX_NAMED) };
}
