/** Figures for lists: read from the ends of chains, and counted by the database. */
import { SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";
import { givenText } from "@toolplane/readings";
import type { StoreQueue } from "../queue/store-queue.ts";

const DAY_MS = 86_400_000;
/** Enough to know what is used, and few enough to be read at once. */
const COUNTED_PARTS = 20_000;
const PART = "tool-";

export function countsOf({
  read,
}: StoreQueue): Pick<Store, "countTools" | "activity" | "countEvents"> {
  return {
    async countTools() {
      const rows = await read(TOOLS, COUNTED_PARTS);
      return new Map(
        rows.map(({ type, calls }) => {
          const text = givenText(type as string);
          return [text.startsWith(PART) ? text.slice(PART.length) : text, calls as number];
        }),
      );
    },
    async activity({ sinceMs, limit }) {
      const rows = await read(ACTIVITY, sinceMs, SESSIONS_CHAIN, limit);
      return rows.map((row) => ({
        sessionId: givenText(row.session_id as string),
        rows: row.next_sequence as number,
        lastAtMs: row.last_at_ms as number,
      }));
    },
    async countEvents(sinceDay) {
      const rows = await read(EVENTS, sinceDay * DAY_MS, SESSIONS_CHAIN);
      return rows
        .map(({ day, type, count }) => ({
          day: day as number,
          type: givenText(type as string),
          count: count as number,
        }))
        .sort((left, right) => left.day - right.day || (left.type < right.type ? -1 : 1));
    },
  };
}

const TOOLS = `SELECT type, count(*) AS calls FROM
(SELECT type FROM toolplane.chat_parts ORDER BY row DESC LIMIT $1) AS newest GROUP BY type`;
const ACTIVITY = `SELECT session_id, next_sequence, last_at_ms FROM toolplane.chains
WHERE last_at_ms >= $1 AND session_id <> $2 AND next_sequence > 0 ORDER BY last_at_ms DESC LIMIT $3`;
/** Chains that end earlier are left out before any row is looked at. */
const EVENTS = `SELECT (at_ms / 86400000)::int AS day, type, count(*) AS count
FROM toolplane.chains JOIN toolplane.events USING (chain)
WHERE last_at_ms >= $1::bigint AND session_id <> $2 AND at_ms >= $1::bigint GROUP BY 1, 2`;
