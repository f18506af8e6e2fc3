/** The line by which a turn in a view of its own ends, an agent's or that of one below it. */
import type { ViewEvent } from "@toolplane/library/rooms/agent";
import { viewEndWords } from "../../terminal/changes/view-words.ts";
import type { ChatEvent } from "./chat-state.ts";

export function viewNote(event: ViewEvent, agents: readonly string[]): readonly ChatEvent[] {
  const words = viewEndWords(event);
  if (words === null) return [];
  const text = [[...agents, words.text].join(" > "), ...words.lines].join("\n");
  return [{ type: "flush" }, { type: "note", mark: words.mark, text }];
}
