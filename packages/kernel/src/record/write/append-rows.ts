/**
 * Makes one append: the parts beside the rows first, each of them safe to write twice, then the rows with their sealed
 * head. The append is the point of no return. A store that takes rows with their payloads and parts in one go is handed
 * them so.
 */

import type { ChatPart, EventRow, Store } from "@toolplane/contract/ports";
import { canonicalJson } from "../../digest/digest-of.ts";
import { type ChainLink, linkRow, type SealKey, sealHead } from "../rows/chain.ts";
import type { EncodedRow } from "../rows/encoded-item.ts";
import { type Payload, payloadOf } from "../rows/payload.ts";
import type { VerdictTexts } from "../rows/verdict-texts.ts";
import { chatPart, type PartPlace } from "./chat-part.ts";
import { encodeItem } from "./encode-item.ts";
import type { IntentItem, RecordItem, SettleItem } from "./record-item.ts";
import { type SessionChain, written } from "./session-chain.ts";

export interface AppendOptions {
  readonly store: Store;
  readonly key: SealKey;
  readonly partId: () => string;
  /** The place of a call in its conversation. Null: no chat parts are kept. */
  readonly placeOf:
    | ((call: { readonly sessionId: string; readonly callId: string }) => {
        readonly messageId: string;
        readonly index: number;
      } | null)
    | null;
  readonly wallMs: () => number;
  readonly verdictText: VerdictTexts;
}

/** The flush behind the rows of a batch, if it is to be durable. */
export interface BatchFlush {
  readonly wanted: boolean;
  /** Asked for right behind the last rows, so that their commit and the sync are one step for the store. */
  last: Promise<void> | null;
}

/** Appends. False when the end of the chain was not where it was thought to be; rejects when the store did. */
export async function appendRows(
  options: AppendOptions,
  chain: SessionChain,
  { items, flush }: { readonly items: readonly RecordItem[]; readonly flush: BatchFlush },
): Promise<boolean> {
  const { store } = options;
  const { gap } = chain;
  const before = chain.link as ChainLink;
  const linked = linkAll(options, chain, items);
  const last = linked.rows.at(-1);
  if (!last) return true;
  const beside = putAnswers(store, items);
  if (beside.length > 0) await Promise.all(beside);
  const parts = partsOf(options, chain, { items, linked });
  try {
    if (store.record) await handOver(options, { ...linked, parts }, flush);
    else await appendEach(options, { ...linked, parts });
  } catch (error) {
    chain.attempt = { sequence: last.sequence, hash: last.hash, items: new Set(items), gap };
    chain.link = null;
    // It may have failed with the rows, and they may be there all the same.
    flush.last = null;
    if (await hasMoved(options, chain, before)) return false;
    throw error;
  }
  chain.link = { sequence: last.sequence, hash: last.hash };
  written(chain, items, gap);
  return true;
}

interface Append extends LinkedRows {
  readonly parts: readonly ChatPart[];
}

function handOver(
  { store, key }: AppendOptions,
  { rows, payloads, parts }: Append,
  flush: BatchFlush,
): Promise<void> | undefined {
  const last = rows.at(-1) as EventRow;
  const head = sealHead(key, last.sessionId, last);
  const appended = store.record?.({ rows, head, payloads, parts });
  if (flush.wanted) {
    flush.last = store.flush();
    // Looked at only when every append went through.
    flush.last.catch(() => undefined);
  }
  return appended;
}

async function appendEach(
  { store, key }: AppendOptions,
  { rows, payloads, parts }: Append,
): Promise<void> {
  const puts: Promise<unknown>[] = [];
  const put = new Set<string>();
  for (const { digest, bytes } of payloads) {
    if (put.has(digest)) continue;
    put.add(digest);
    puts.push(store.payloads.put(digest, bytes));
  }
  for (const part of parts) puts.push(store.parts.upsert(part));
  await Promise.all(puts);
  const last = rows.at(-1) as EventRow;
  await store.events.append(rows, sealHead(key, last.sessionId, last));
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

interface LinkedRows {
  readonly rows: readonly EventRow[];
  readonly payloads: readonly Payload[];
  /** Sequence of the first row of each item. */
  readonly starts: ReadonlyMap<RecordItem, number>;
}

function linkAll(
  options: AppendOptions,
  chain: SessionChain,
  items: readonly RecordItem[],
): LinkedRows {
  const { sessionId } = chain;
  const rows: EventRow[] = [];
  const payloads: Payload[] = [];
  const starts = new Map<RecordItem, number>();
  let last = chain.link as ChainLink;
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
    if (item.kind === "session-open" && item.manifest) puts.push(store.sessions.put(item.manifest));
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
  if (item.kind !== "settle" || item.entry.tool === "") return false;
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
