/**
 * Makes one append: answers beside the rows first, each of them safe to write twice, then the rows with their sealed head and
 * everything that they seal, in one step of the store. That is the point of no return.
 */

import type { JournalEntry, SessionManifest } from "@toolplane/contract";
import {
  type ChangeMark,
  type ChatPart,
  type EventRow,
  type RecordBatch,
  SESSIONS_CHAIN,
  type Store,
} from "@toolplane/contract/ports";
import { canonicalJson } from "../../digest/digest-of.ts";
import { atLedgerEnd, hasLedgerMoved, type LedgerEnd } from "../ledger/ledger-end.ts";
import { linkEntry } from "../ledger/ledger-row.ts";
import { type ChainLink, linkRow, type SealKey, sealHead } from "../rows/chain.ts";
import type { EncodedRow } from "../rows/encoded-item.ts";
import { type Payload, payloadOf } from "../rows/payload.ts";
import type { VerdictTexts } from "../rows/verdict-texts.ts";
import { callEntries, type EntryOf, type PlacedItems } from "./call-entries.ts";
import { chatPart, type PartPlace } from "./chat-part.ts";
import { encodeItem } from "./encode-item.ts";
import { wroteRows } from "./fence.ts";
import type { IntentItem, RecordItem, SettleItem } from "./record-item.ts";
import { doubt, type SessionChain, settleDoubts, written } from "./session-chain.ts";

export interface AppendOptions {
  readonly store: Store;
  readonly key: SealKey;
  /** The end of the chain of sessions. */
  readonly ledger: LedgerEnd;
  readonly partId: () => string;
  /** The place of a call in its conversation. Null: no chat parts are kept. */
  readonly placeOf:
    | ((call: { readonly sessionId: string; readonly callId: string }) => {
        readonly messageId: string;
        readonly index: number;
      } | null)
    | null;
  /** Null: what is settled comes to the backlog of the index. */
  readonly entryOf: EntryOf | null;
  readonly wallMs: () => number;
  readonly verdictText: VerdictTexts;
}

/** The flush behind the rows of a batch, if it is to be durable. */
export interface BatchFlush {
  readonly wanted: boolean;
  /** Asked for right behind the last rows, so that their commit and the sync are one step for the store. */
  last: Promise<void> | null;
}

/**
 * Appends. False when an end was not where it was thought to be; rejects when the store did. The first rows of a session come
 * together with the row of the chain of sessions that opens it, and follow it.
 */
export async function appendRows(
  options: AppendOptions,
  chain: SessionChain,
  given: GivenItems,
): Promise<boolean> {
  const before = chain.link as ChainLink;
  if (before.sequence >= 0) return appendBehind(options, chain, { ...given, opened: null });
  return atLedgerEnd(options, options.ledger, async (link) => {
    const { sessionId } = chain;
    const atMs = given.items[0]?.atMs ?? options.wallMs();
    const opened = linkEntry(link, { type: "session-opened", sessionId, atMs });
    const value = await appendBehind(options, chain, { ...given, opened });
    return { value, link: value && chain.link !== before ? opened : null };
  });
}

interface GivenItems {
  readonly items: readonly RecordItem[];
  readonly flush: BatchFlush;
}

async function appendBehind(
  options: AppendOptions,
  chain: SessionChain,
  { items, flush, opened }: GivenItems & { readonly opened: EventRow | null },
): Promise<boolean> {
  const { store } = options;
  const { gap } = chain;
  const before = chain.link as ChainLink;
  const linked = linkAll(options, chain, { items, after: { ...before, ...startOf(opened) } });
  const last = linked.rows.at(-1);
  if (!last) return true;
  const beside = putAnswers(store, items);
  if (beside.length > 0) await Promise.all(beside);
  const parts = partsOf(options, chain, { items, linked });
  const calls = callEntries(options.entryOf, chain, { items, linked });
  try {
    await handOver(options, { ...linked, ...sealedBy(items), parts, calls, opened }, flush);
  } catch (error) {
    const first = before.sequence + 1;
    doubt(chain, {
      first,
      sequence: last.sequence,
      hash: last.hash,
      items: new Set(items),
      gap,
    });
    // It may have failed with the rows, and they may be there all the same.
    flush.last = null;
    if (await hasMoved(options, chain, before)) return false;
    if (opened && (await hasLedgerMoved(options, { ...opened, sequence: opened.sequence - 1 })))
      return false;
    throw error;
  }
  chain.link = { sequence: last.sequence, hash: last.hash };
  settleDoubts(chain, chain.link);
  wroteRows(chain.claims, items, chain.link);
  written(chain, items, gap);
  return true;
}

function startOf(opened: EventRow | null): { readonly hash?: string } {
  return opened === null ? {} : { hash: opened.hash };
}

interface Append
  extends LinkedRows,
    Pick<RecordBatch, "parts" | "manifests" | "changes" | "marks"> {
  readonly calls: RecordBatch["calls"] | undefined;
  readonly opened: EventRow | null;
}

function handOver(
  { store, key }: AppendOptions,
  { rows, opened, payloads, parts, calls, manifests = [], changes = [], marks = [] }: Append,
  flush: BatchFlush,
): Promise<void> {
  const last = rows.at(-1) as EventRow;
  const chains = [{ rows, head: sealHead(key, last.sessionId, last) }];
  if (opened) chains.push({ rows: [opened], head: sealHead(key, SESSIONS_CHAIN, opened) });
  const indexed = calls === undefined ? {} : { calls };
  const batch = { chains, payloads, parts, manifests, changes, marks };
  const appended = store.record({ ...batch, ...indexed });
  if (flush.wanted) {
    flush.last = store.flush();
    // Looked at only when every append went through.
    flush.last.catch(() => undefined);
  }
  return appended;
}

/** Collects what the rows tell of and other tables hold. */
function sealedBy(
  items: readonly RecordItem[],
): Pick<RecordBatch, "manifests" | "changes" | "marks"> {
  const manifests: SessionManifest[] = [];
  const changes: JournalEntry[] = [];
  const marks: ChangeMark[] = [];
  for (const item of items) {
    if (item.kind === "session-open" && item.manifest) manifests.push(item.manifest);
    if (item.kind === "changes") changes.push(...item.entries);
    if (item.kind === "change-mark") marks.push(item.change);
  }
  return { manifests, changes, marks };
}

/** True when another writer's rows, or our own after all, are where these were to go. */
async function hasMoved(
  { store }: AppendOptions,
  { sessionId }: SessionChain,
  before: ChainLink,
): Promise<boolean> {
  const head = await store.events.head(sessionId);
  return head !== null && head.sequence > before.sequence;
}

interface LinkedRows extends PlacedItems {
  readonly payloads: readonly Payload[];
}

function linkAll(
  options: AppendOptions,
  chain: SessionChain,
  { items, after }: { readonly items: readonly RecordItem[]; readonly after: ChainLink },
): LinkedRows {
  const { sessionId } = chain;
  const rows: EventRow[] = [];
  const payloads: Payload[] = [];
  const starts = new Map<RecordItem, number>();
  let last = after;
  const add = (row: EncodedRow, atMs: number): void => {
    const { type, callId, payloadDigest } = row;
    const linked = linkRow(last, { sessionId, atMs, type, callId, payloadDigest });
    rows.push(linked);
    last = linked;
  };
  if (chain.gap) {
    const payload = payloadOf(canonicalJson(chain.gap));
    payloads.push(payload);
    add({ type: "record-gap", callId: null, payloadDigest: payload.digest }, options.wallMs());
  }
  for (const item of items) {
    const encoded = encodeItem(item, options.verdictText);
    starts.set(item, last.sequence + 1);
    for (const row of encoded.rows) add(row, item.atMs);
    for (const payload of encoded.payloads) payloads.push(payload);
  }
  return { rows, payloads, starts };
}

function putAnswers(store: Store, items: readonly RecordItem[]): readonly Promise<unknown>[] {
  const puts: Promise<unknown>[] = [];
  for (const item of items) {
    if (item.kind === "settle") addAnswers(store, item, puts);
  }
  return puts;
}

function partsOf(
  options: AppendOptions,
  chain: SessionChain,
  { items, linked }: { readonly items: readonly RecordItem[]; readonly linked: LinkedRows },
): readonly ChatPart[] {
  const parts: ChatPart[] = [];
  if (!options.placeOf) return parts;
  for (const item of items) {
    if (!hasPart(item)) continue;
    const place = placeOf(options, chain, { item, index: linked.starts.get(item) ?? 0 });
    parts.push(chatPart(item, place));
  }
  return parts;
}

/** Not for something that was no call at all, and not for a second call under an id that has its part already. */
function hasPart(item: RecordItem): item is IntentItem | SettleItem {
  if (item.kind === "intent") return true;
  if (item.kind !== "settle" || item.entry.tool === "" || item.isLate) return false;
  const { result, entry } = item;
  return !(entry.stage === "resolve" && result.type === "error" && result.code === "conflict");
}

/** A yes that was used by this call is used up for every other process too. */
function addAnswers(store: Store, item: SettleItem, puts: Promise<unknown>[]): void {
  for (const approval of item.entry.approvals ?? []) puts.push(store.approvals.put(approval));
  for (const { receipt } of item.answers) {
    if (!receipt) continue;
    const kept = store.receipts.put(receipt);
    puts.push(receipt.kind === "once" ? kept.then(() => store.receipts.use(receipt.id)) : kept);
  }
}

function placeOf(
  options: AppendOptions,
  chain: SessionChain,
  { item, index }: { readonly item: IntentItem | SettleItem; readonly index: number },
): PartPlace {
  const { callId } = item.entry;
  const known = chain.places.get(callId);
  const place = known ?? {
    id: options.partId(),
    ...(hostPlace(options, { sessionId: item.sessionId, callId }) ?? { messageId: "", index }),
  };
  chain.places.set(callId, place);
  return place;
}

/** The host's word on it; a host that throws has none. */
function hostPlace(
  options: AppendOptions,
  call: { readonly sessionId: string; readonly callId: string },
): Omit<PartPlace, "id"> | null {
  try {
    return options.placeOf?.(call) ?? null;
  } catch {
    return null;
  }
}
