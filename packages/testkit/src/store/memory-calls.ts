/** The index of calls of a memory store: every entry is looked at each time. */
import {
  type CallEntry,
  type CallIndex,
  type CallQuery,
  SESSIONS_CHAIN,
} from "@toolplane/contract/ports";
import { copyValue } from "./copy-value.ts";
import type { StoreGate } from "./store-gate.ts";
import type { StoreTables } from "./store-tables.ts";

export function memoryCalls(gate: StoreGate): CallIndex {
  return {
    find: (query) =>
      gate.read("calls.find", (tables) => {
        const fitting = placed(tables).filter(({ entry }) => fits(entry, query));
        const from =
          query.after === undefined
            ? 0
            : fitting.findIndex(({ place }) => place === query.after) + 1;
        const page = fitting.slice(from, from + query.limit);
        const hasMore = from + page.length < fitting.length;
        return {
          calls: copyValue(page.map(({ entry }) => entry)),
          next: hasMore ? (page.at(-1)?.place ?? null) : null,
        };
      }),
    backlog: ({ limit }) =>
      gate.read("calls.backlog", ({ gaps, events }) => ({
        rows: copyValue(gaps.toReversed().slice(0, limit)),
        left: gaps.reduce((sum, { from, until }) => sum + until - from, 0),
        total: [...events].reduce(
          (sum, [id, { rows }]) => (id === SESSIONS_CHAIN ? sum : sum + rows.length),
          0,
        ),
      })),
    fill(given, entries) {
      const { sessionId, from, until } = given;
      const calls = copyValue(entries);
      return gate.write("calls.fill", (tables) => {
        const { gaps } = tables;
        const at = gaps.findIndex(
          (gap) => gap.sessionId === sessionId && gap.until === until && gap.from <= from,
        );
        const gap = gaps[at];
        if (!gap) return false;
        gaps.splice(at, 1, ...(gap.from < from ? [{ ...gap, until: from }] : []));
        tables.calls.push(...calls);
        return true;
      });
    },
  };
}

interface PlacedEntry {
  readonly entry: CallEntry;
  /** Stays the same while entries before it go. */
  readonly place: string;
}

/** The latest first; of one moment, the one that was written last. */
function placed({ calls }: StoreTables): readonly PlacedEntry[] {
  return calls
    .toReversed()
    .sort((left, right) => right.atMs - left.atMs)
    .map((entry) => ({ entry, place: `${entry.sessionId} ${entry.sequence}` }));
}

function fits({ atMs, terms }: CallEntry, { terms: wanted, fromMs, untilMs }: CallQuery): boolean {
  if (atMs < (fromMs ?? atMs) || (untilMs !== undefined && atMs >= untilMs)) return false;
  return wanted.every(({ text, isWhole }) =>
    terms.some((term) => (isWhole ? term === text : term.startsWith(text))),
  );
}
