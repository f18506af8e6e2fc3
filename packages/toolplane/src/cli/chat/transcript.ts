/** The transcript as it grows: each piece as lines, with an empty line between calls and the words after them. */
import type { ChatItem } from "./chat-state.ts";
import { type ItemView, itemLines } from "./item-lines.ts";

export interface Transcript {
  add(items: readonly ChatItem[], view: ItemView): readonly string[];
}

export function createTranscript(): Transcript {
  let before: ChatItem["kind"] | null = null;
  return {
    add: (items, view) =>
      items.flatMap((item) => {
        const isApart = before === "calls" && item.kind !== "calls";
        before = item.kind;
        const lines = itemLines(item, view);
        return isApart && lines[0] !== "" ? ["", ...lines] : lines;
      }),
  };
}
