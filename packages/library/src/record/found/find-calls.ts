/**
 * Finds calls over all sessions by the index of the store. Calls that look the same are one group, as far as a page looks: the newest
 * calls that fit, so the first answer does not wait for the whole record.
 */
import type {
  FoundCall,
  FoundGroup,
  IndexedCallFacts,
  IndexProgress,
} from "@toolplane/contract/console";
import type { CallEntry, CallIndex, CallQuery } from "@toolplane/contract/ports";
import { type CallFilters, readCallQuery } from "./read-call-query.ts";

export interface CallSearch {
  readonly filters: CallFilters;
  readonly fromMs?: number;
  readonly untilMs?: number;
  /** Most rows of one page. */
  readonly limit: number;
  /** Every call is a row of its own. */
  readonly isEach?: boolean;
  readonly after?: string;
}

export interface CallSearchPage {
  /** The latest first. */
  readonly groups: readonly FoundGroup[];
  readonly calls: number;
  readonly next: string | null;
}

/** Calls that one page groups, and looks at in all: the next page goes on behind them. */
const MOST_GROUPED = 1_000;
const MOST_LOOKED = 5_000;
const PAGE = 250;
/** Calls of a group that are named. */
const MOST_LATEST = 10;

export async function findCalls(index: CallIndex, search: CallSearch): Promise<CallSearchPage> {
  const { filters, limit, isEach = false, fromMs, untilMs } = search;
  const { terms, keeps } = readCallQuery(filters);
  const range = {
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(untilMs === undefined ? {} : { untilMs }),
  };
  const groups = new Map<string, FoundGroup>();
  let calls = 0;
  let looked = 0;
  let next: string | null = search.after ?? null;
  const size = isEach ? limit : PAGE;
  while (groups.size < limit && calls < MOST_GROUPED && looked < MOST_LOOKED) {
    // Asked for no more than there is room for, so that nothing is looked at twice or left out.
    const wanted = isEach ? limit - groups.size : Math.min(size, MOST_GROUPED - calls);
    const query: CallQuery = { terms, ...range, limit: wanted, ...(next ? { after: next } : {}) };
    const page = await index.find(query);
    looked += page.calls.length;
    for (const entry of page.calls) {
      if (!keeps(entry)) continue;
      calls += 1;
      addCall(groups, foundCall(entry), isEach);
    }
    next = page.next;
    if (next === null) break;
  }
  return { groups: [...groups.values()], calls, next };
}

function foundCall({ sessionId, callId, atMs, shown }: CallEntry): FoundCall {
  return { sessionId, callId, atMs, ...(shown as unknown as IndexedCallFacts) };
}

/** The latest comes first, and stays what the group shows. */
function addCall(groups: Map<string, FoundGroup>, call: FoundCall, isEach: boolean): void {
  const { tool, what, words, mark, rule, client, sessionId, callId } = call;
  const key = JSON.stringify(
    isEach ? [sessionId, callId, call.atMs] : [tool, what, words, mark, rule, client],
  );
  const known = groups.get(key);
  const latest = known?.latest ?? [];
  groups.set(key, {
    call: known?.call ?? call,
    count: (known?.count ?? 0) + 1,
    latest:
      latest.length < MOST_LATEST ? [...latest, { sessionId, callId, atMs: call.atMs }] : latest,
  });
}

/** How far the index is; null where it knows everything. */
export async function indexProgress(index: CallIndex): Promise<IndexProgress | null> {
  const { left, total } = await index.backlog({ limit: 1 });
  return left === 0 ? null : { left, total };
}
