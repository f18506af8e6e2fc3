/** Chat parts: one row per tool call id. */
import type { Json } from "@toolplane/contract";
import type { ChatPart, Store } from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import type { StoredRow } from "../queue/connections.ts";
import type { StoreQueue } from "../queue/store-queue.ts";

export function partsTable({ read, write }: StoreQueue): Store["parts"] {
  return {
    async upsert(part) {
      await write(UPSERT, partValues(part));
    },
    list: async (sessionId) => (await read(LIST, storedText(sessionId))).map(partOf),
  };
}

const COLUMNS = "session_id, tool_call_id, id, message_id, place, type, tool_state, data";

/** Inserts rows of these columns, given in this order, in place of what is there. */
export function upsertParts(from: string): string {
  return `INSERT INTO toolplane.chat_parts (${COLUMNS}) SELECT ${from}
ON CONFLICT (session_id, tool_call_id) DO UPDATE SET message_id = excluded.message_id, place = excluded.place,
type = excluded.type, tool_state = excluded.tool_state, data = excluded.data`;
}

const UPSERT = ` ${upsertParts("$1::text, $2::text, $3::text, $4::text, $5::int, $6::text, $7::text, $8::text FROM how")}`;
const LIST = "SELECT * FROM toolplane.chat_parts WHERE session_id = $1 ORDER BY id";

export function partValues(part: ChatPart): readonly (string | number)[] {
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
