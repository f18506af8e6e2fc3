/** Chat parts: one row for each tool call of a session, which keeps the id it first had. */
import type { Json } from "@toolplane/contract";
import type { ChatPart, Store } from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import type { InsertTable, Statements, StoredRow, StoredValue } from "../queue/statements.ts";
import type { StoreQueue } from "../queue/store-queue.ts";

export function partsTable({ read, write }: StoreQueue): Store["parts"] {
  return {
    async upsert(part) {
      const values = valuesOf(part);
      await write(({ sql }) => sql.insert(CHAT_PARTS, values));
    },
    list: (sessionId) => read(({ sql }) => sql.all(LIST, storedText(sessionId)).map(partOf)),
  };
}

/** As `upsert` for each of them, within a transaction. */
export function upsertParts(sql: Statements, parts: readonly ChatPart[]): void {
  sql.insert(CHAT_PARTS, parts.flatMap(valuesOf));
}

function valuesOf(part: ChatPart): readonly StoredValue[] {
  return [
    storedText(part.sessionId),
    storedText(part.toolCallId),
    storedText(part.id),
    storedText(part.messageId),
    part.index,
    storedText(part.type),
    part.toolState,
    JSON.stringify(part.data),
  ];
}

/** How often each tool was called, among the newest calls that are kept: older ones are not looked at. */
export async function countTools({ read }: StoreQueue): Promise<ReadonlyMap<string, number>> {
  const rows = await read(({ sql }) => sql.all(COUNT, COUNTED_PARTS));
  return new Map(
    rows.map(({ type, calls }) => [toolOf(givenText(type as string)), calls as number]),
  );
}

/** Enough to know what is used, and few enough to be read at once. */
const COUNTED_PARTS = 20_000;
const COUNT =
  "SELECT type, COUNT(*) AS calls FROM (SELECT type FROM chat_parts ORDER BY row DESC LIMIT ?) GROUP BY type";

function toolOf(type: string): string {
  return type.startsWith("tool-") ? type.slice("tool-".length) : type;
}

const CHAT_PARTS: InsertTable = {
  name: "chat_parts",
  columns: [
    "session_id",
    "tool_call_id",
    "id",
    "message_id",
    "place",
    "type",
    "tool_state",
    "data",
  ],
  tail: `ON CONFLICT (session_id, tool_call_id) DO UPDATE SET message_id = excluded.message_id, place = excluded.place,
type = excluded.type, tool_state = excluded.tool_state, data = excluded.data`,
};
const LIST = "SELECT * FROM chat_parts WHERE session_id = ? ORDER BY id";

function partOf(row: StoredRow): ChatPart {
  return {
    id: givenText(row.id as string),
    sessionId: givenText(row.session_id as string),
    messageId: givenText(row.message_id as string),
    index: row.place as number,
    type: givenText(row.type as string),
    toolCallId: givenText(row.tool_call_id as string),
    toolState: row.tool_state as ChatPart["toolState"],
    data: JSON.parse(row.data as string) as Json,
  };
}
