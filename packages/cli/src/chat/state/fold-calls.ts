/** Calls of one tool in a row become one line, where there is nothing to say of each but that it ran. */
import type { ChatItem, SettledCall } from "./chat-state.ts";

export function callItems(calls: readonly SettledCall[]): readonly ChatItem[] {
  const rows: SettledCall[][] = [];
  for (const call of calls) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && isOneLine(last, call)) row.push(call);
    else rows.push([call]);
  }
  return rows.map((row) => ({ kind: "calls", calls: row }));
}

/** Two that may share a line. */
export function isOneLine(before: SettledCall, call: SettledCall): boolean {
  return before.tool === call.tool && isQuiet(before) && isQuiet(call);
}

function isQuiet({ mark, changes, note, reason }: SettledCall): boolean {
  return mark === "allow" && changes.length === 0 && note === "" && reason === "";
}
