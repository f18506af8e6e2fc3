/** The transcript as it grows: each piece as lines, one empty line between two of a different kind, never two. */
import type { ChatItem } from "../state/chat-state.ts";
import { type ItemView, itemLines } from "./item-lines.ts";

export interface Transcript {
  add(items: readonly ChatItem[], view: ItemView): readonly string[];
}

export function createTranscript(): Transcript {
  let before: ChatItem["kind"] | null = null;
  let isEmpty = false;
  return {
    add: (items, view) =>
      items.flatMap((item) => {
        const isApart = before !== item.kind && (before === "calls" || before === "note");
        before = item.kind;
        const lines = itemLines(item, view);
        const spaced = isApart && lines[0] !== "" ? ["", ...lines] : lines;
        const shown = isEmpty && spaced[0] === "" ? spaced.slice(1) : spaced;
        isEmpty = (shown.at(-1) ?? "") === "" && (shown.length > 0 || isEmpty);
        return shown;
      }),
  };
}
