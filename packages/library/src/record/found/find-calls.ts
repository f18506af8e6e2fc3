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
  while (groups.size < limit && calls < MOST_GROUPED && looked < MOST_LOOKED) {
    const after = next === null ? {} : { after: next };
    const query: CallQuery = { terms, ...range, limit: isEach ? limit : PAGE, ...after };
    const page = await index.find(query);
    let taken = 0;
    for (const entry of page.calls) {
      if (keeps(entry)) {
        const call = foundCall(entry);
        const key = keyOf(call, isEach);
        if (groups.size === limit && !groups.has(key)) break;
        addCall(groups, key, call);
        calls += 1;
      }
      taken += 1;
    }
    looked += taken;
    if (taken < page.calls.length) {
      // The page is full: the next one begins behind what was taken.
      if (taken > 0) next = (await index.find({ ...query, limit: taken })).next;
      break;
    }
    next = page.next;
    if (next === null) break;
  }
  return { groups: [...groups.values()], calls, next };
}

function foundCall({ sessionId, callId, atMs, shown }: CallEntry): FoundCall {
  return { sessionId, callId, atMs, ...(shown as unknown as IndexedCallFacts) };
}

function keyOf(call: FoundCall, isEach: boolean): string {
  const { tool, what, words, mark, rule, client, sessionId, callId, atMs } = call;
  return JSON.stringify(
    isEach ? [sessionId, callId, atMs] : [tool, what, words, mark, rule, client],
  );
}

/** The latest comes first, and stays what the group shows. */
function addCall(groups: Map<string, FoundGroup>, key: string, call: FoundCall): void {
  const { sessionId, callId } = call;
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
