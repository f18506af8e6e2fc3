/** Lists, undoes and redoes a session's changes to files, by its journal. */
import { type JournalEntry, ToolError } from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";
import { TAKE_BACK, type TakeBackDetails } from "./take-back-tool.ts";

export interface SessionChanges {
  list(): Promise<readonly JournalEntry[]>;
  /** All of it or nothing. Reject with a ToolError where that cannot be: later work is never overwritten. */
  undo(entries: readonly JournalEntry[]): Promise<void>;
  redo(entries: readonly JournalEntry[]): Promise<void>;
}

export function sessionChanges(session: Session, newId: () => string): SessionChanges {
  const move = async (
    action: "list" | "undo" | "redo",
    entries: readonly JournalEntry[],
  ): Promise<readonly JournalEntry[]> => {
    if (action !== "list" && entries.length === 0) return [];
    const call = {
      id: newId(),
      name: TAKE_BACK,
      arguments: {
        action,
        changes: entries.map(({ id }) => id),
        paths: [...new Set(entries.map(({ path }) => path))],
      },
    };
    const result = await session.call(call, { byName: true });
    if (result.type === "error") throw new ToolError(result.code, result.error_text);
    return (result.details as TakeBackDetails | undefined)?.entries ?? [];
  };
  return {
    list: () => move("list", []),
    async undo(entries) {
      await move("undo", entries);
    },
    async redo(entries) {
      await move("redo", entries);
    },
  };
}
