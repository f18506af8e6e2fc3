/**
 * Writes a batch: one append for each session in it, then the flush. An append that rejects may have gone through all
 * the same (a connection lost after the commit), so the end of the chain is read again before anything else is added to
 * it; that also lets two processes write to one session, each relinking its rows behind the other's. A session whose
 * record does not verify is refused alone; the others go on.
 */
import { isToolError, ToolError } from "@toolplane/contract";
import { atLedgerEnd } from "../ledger/ledger-end.ts";
import type { ChainLink } from "../rows/chain.ts";
import { type AppendOptions, appendRows, type BatchFlush } from "./append-rows.ts";
import { fence, noteClaims, readClaims } from "./fence.ts";
import type { RecordItem } from "./record-item.ts";
import {
  createSessionChain,
  findEnd,
  type SessionChain,
  settleDoubts,
  widenGap,
  written,
} from "./session-chain.ts";
import type { WriteFailure } from "./write-queue.ts";

/** How often an append is tried behind another writer before the batch counts as failed. */
const MAX_RELINKS = 3;
/** The same for the first rows of a session: every other session that is opened meanwhile gets in their way. */
const MAX_OPENINGS = 100;

export interface BatchWriterOptions extends AppendOptions {
  /** Called once for each session whose chain cannot be continued. */
  readonly onBroken: (error: unknown) => void;
}

export interface BatchWriter {
  write(batch: readonly RecordItem[], durable: boolean): Promise<WriteFailure<RecordItem> | null>;
  /** Counts an item that was given up; the next row of its session says so. */
  lose(item: RecordItem): void;
  /** From now on a claim of this run by another is looked for. */
  begin(sessionId: string, runId: string): void;
  /** Lets go of a session that is closed. */
  forget(sessionId: string): void;
}

type Chains = Map<string, SessionChain>;

export function createBatchWriter(options: BatchWriterOptions): BatchWriter {
  const chains: Chains = new Map();
  return {
    write: (batch, durable) => writeBatch(options, chains, { batch, durable }),
    lose(item) {
      if (item.kind === "mark") return;
      const chain = chainOf(chains, item.sessionId);
      if (chain.broken) return;
      chain.gap = widenGap(chain.gap, item);
    },
    begin(sessionId, runId) {
      const { claims } = chainOf(chains, sessionId);
      claims.isUsed = true;
      claims.ours.add(runId);
    },
    forget(sessionId) {
      const chain = chains.get(sessionId);
      if (chain && !chain.gap && chain.doubts.length === 0) chains.delete(sessionId);
    },
  };
}

async function writeBatch(
  options: BatchWriterOptions,
  chains: Chains,
  { batch, durable }: { readonly batch: readonly RecordItem[]; readonly durable: boolean },
): Promise<WriteFailure<RecordItem> | null> {
  const earlier = await knowLedger(options);
  if (earlier) return { failed: batch, error: earlier.error };
  const sessions = groupBySession(chains, batch);
  const flush: BatchFlush = { wanted: durable, last: null };
  const outcomes = await Promise.all(
    [...sessions].map(([chain, items]) => writeSession(options, chain, { items, flush })),
  );
  const failures = outcomes.filter((outcome) => outcome !== null);
  const [first] = failures;
  if (first) return { failed: failures.flatMap(({ failed }) => failed), error: first.error };
  if (!durable) return null;
  try {
    await (flush.last ?? options.store.flush());
    return null;
  } catch (error) {
    return { failed: [], error };
  }
}

/** Before the first row: a store from before is sealed as it was then. */
async function knowLedger(
  options: BatchWriterOptions,
): Promise<{ readonly error: unknown } | null> {
  if (options.ledger.link !== null) return null;
  try {
    await atLedgerEnd(options, options.ledger, async (link) => ({ value: null, link }));
    return null;
  } catch (error) {
    return { error };
  }
}

/** Sessions with a gap are visited too, so that it is written as soon as the store takes rows again. */
function groupBySession(
  chains: Chains,
  batch: readonly RecordItem[],
): Map<SessionChain, RecordItem[]> {
  const sessions = new Map<SessionChain, RecordItem[]>();
  for (const chain of chains.values()) if (chain.gap && !chain.broken) sessions.set(chain, []);
  for (const item of batch) {
    if (item.kind === "mark") continue;
    const chain = chainOf(chains, item.sessionId);
    if (chain.broken) refuseAll(chain, [item]);
    else {
      const items = sessions.get(chain);
      if (items) items.push(item);
      else sessions.set(chain, [item]);
    }
  }
  return sessions;
}

function chainOf(chains: Chains, sessionId: string): SessionChain {
  let chain = chains.get(sessionId);
  if (!chain) {
    chain = createSessionChain(sessionId);
    chains.set(sessionId, chain);
  }
  return chain;
}

/** Refuses the items of a session that takes no more rows, so its calls do not run. */
function refuseAll(chain: SessionChain, items: readonly RecordItem[]): void {
  for (const { waiter } of items) waiter?.reject(chain.broken);
}

async function writeSession(
  options: BatchWriterOptions,
  chain: SessionChain,
  given: { readonly items: readonly RecordItem[]; readonly flush: BatchFlush },
): Promise<WriteFailure<RecordItem> | null> {
  const { flush } = given;
  let { items } = given;
  try {
    if (noteClaims(chain.claims, items)) chain.link = null;
    for (let left = MAX_OPENINGS; left >= 0; left -= 1) {
      if (!chain.link) items = await findPlace(options, chain, items);
      items = await fence(options.store, chain.claims, items);
      if (chain.link && chain.link.sequence >= 0) left = Math.min(left, MAX_RELINKS);
      if (await appendRows(options, chain, { items, flush })) return null;
    }
    return { failed: items, error: new ToolError("conflict", "Another writer was always faster.") };
  } catch (error) {
    if (chain.broken === null && isRefusal(error) && items.some(isAboutChanges))
      return writeOneByOne(options, chain, { items, flush, error });
    if (chain.broken === null) return { failed: items, error };
    options.onBroken(error);
    refuseAll(chain, items);
    return null;
  }
}

/** A change that the journal does not take is its caller's alone to hear of. */
async function writeOneByOne(
  options: BatchWriterOptions,
  chain: SessionChain,
  {
    items,
    flush,
    error,
  }: {
    readonly items: readonly RecordItem[];
    readonly flush: BatchFlush;
    readonly error: unknown;
  },
): Promise<WriteFailure<RecordItem> | null> {
  const [only, ...others] = items;
  if (others.length === 0) {
    only?.waiter?.reject(error);
    return null;
  }
  for (const [at, item] of items.entries()) {
    const failure = await writeSession(options, chain, { items: [item], flush });
    if (failure) return { failed: items.slice(at), error: failure.error };
  }
  return null;
}

function isRefusal(error: unknown): error is ToolError {
  return isToolError(error) && (error.code === "conflict" || error.code === "not_found");
}

function isAboutChanges({ kind }: RecordItem): boolean {
  return kind === "changes" || kind === "change-mark";
}

/**
 * Finds the end of the chain, and who drives its runs by now. What had gone through after all is not written again; a call that was
 * about to begin and whose run was taken meanwhile does not begin all the same.
 */
async function findPlace(
  { store, key }: BatchWriterOptions,
  chain: SessionChain,
  items: readonly RecordItem[],
): Promise<readonly RecordItem[]> {
  const { claims, sessionId } = chain;
  const arrived = await findEnd(chain, store, key);
  try {
    await readClaims(store, claims, { sessionId, end: chain.link as ChainLink });
    if (arrived) await fence(store, claims, items);
  } catch (error) {
    chain.link = null;
    if (isRefusal(error)) chain.broken = error;
    throw error;
  }
  settleDoubts(chain, chain.link as ChainLink);
  if (!arrived) return items;
  written(chain, arrived.items, arrived.gap);
  return items.filter((item) => !arrived.items.has(item));
}
