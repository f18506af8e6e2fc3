/** A list that the person chooses from with the keyboard: earlier prompts, models, conversations. What they type narrows it. */
import type { Key } from "../../terminal/card/key-reader.ts";
import { lineOf } from "../../terminal/card/line-editor.ts";
import type { ChatPicker, ChatState, ChatStep, MenuEntry } from "./chat-state.ts";

/** Longer ones find nothing that a person looks for. */
const MOST_QUERY = 200;

export function openPicker(what: ChatPicker["what"], entries: readonly MenuEntry[]): ChatPicker {
  return { what, entries, query: "", at: 0 };
}

/** The entries that hold what was typed, in their order. */
export function pickable({ entries, query }: ChatPicker): readonly MenuEntry[] {
  const wanted = query.toLowerCase();
  return entries.filter(({ word, meaning }) =>
    `${word}\n${meaning}`.toLowerCase().includes(wanted),
  );
}

export function pressInPicker(state: ChatState, picker: ChatPicker, key: Key): ChatStep {
  const { query } = picker;
  switch (key.name) {
    case "escape":
    case "interrupt":
      return only({ ...state, picker: null });
    case "enter":
    case "tab":
      return picked(state, picker);
    case "up":
      return moved(state, picker, -1);
    case "down":
    case "search":
      return moved(state, picker, 1);
    case "backspace":
      return narrowed(state, picker, [...query].slice(0, -1).join(""));
    case "clear":
      return narrowed(state, picker, "");
    case "text":
      return narrowed(state, picker, `${query}${key.text}`);
    case "paste":
      return narrowed(state, picker, `${query}${key.text.split("\n")[0]}`);
    default:
      return only(state);
  }
}

function only(state: ChatState): ChatStep {
  return { state, print: [], acts: [] };
}

function narrowed(state: ChatState, picker: ChatPicker, query: string): ChatStep {
  return only({ ...state, picker: { ...picker, query: query.slice(0, MOST_QUERY), at: 0 } });
}

function moved(state: ChatState, picker: ChatPicker, by: -1 | 1): ChatStep {
  const { length } = pickable(picker);
  const at = length === 0 ? 0 : (picker.at + by + length) % length;
  return only({ ...state, picker: { ...picker, at } });
}

/** An earlier prompt is put where one types: it may be changed before it is sent. */
function picked(state: ChatState, picker: ChatPicker): ChatStep {
  const entry = pickable(picker)[picker.at];
  if (entry === undefined) return only(state);
  const closed = { ...state, picker: null };
  if (picker.what === "prompt") return only({ ...closed, draft: lineOf(entry.word) });
  const line = `${picker.what === "model" ? "model" : "resume"} ${entry.word}`;
  return { state: closed, print: [], acts: [{ do: "command", line }] };
}
