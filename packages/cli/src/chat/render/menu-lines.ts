/** Lists below the line that is typed in: completions, and what is chosen from. */
import { escapeTyped } from "@toolplane/readings";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { fitText } from "../../terminal/text/fit-text.ts";
import { padRight, textWidth } from "../../terminal/text/text-width.ts";
import type { ChatMenu, ChatPicker, ChatState, MenuEntry } from "../state/chat-state.ts";
import { shownEntries } from "../state/menu.ts";
import { pickable } from "../state/picker.ts";
import type { ItemView } from "./item-lines.ts";

const WIDEST_WORD = 40;

export function menuLines({ menu }: Pick<ChatState, "menu">, view: ItemView): readonly string[] {
  return menu === null ? [] : entryLines(menu, view);
}

/** Stands in place of the line that is typed in. */
export function pickerLines(picker: ChatPicker, view: ItemView): readonly string[] {
  const { paint, width } = view;
  const entries = pickable(picker);
  const cursor = paint.hasColour ? "\u001b[7m \u001b[27m" : "_";
  const head = headLine(picker, Math.max(1, width - 1));
  const none = picker.entries.length === 0 ? EMPTY[picker.what] : "Nothing holds these words.";
  const lines =
    entries.length === 0
      ? [fitText(`    ${none}`, width)]
      : entryLines({ entries: entries.map(inOneLine), at: picker.at }, view, WRITERS[picker.what]);
  return [`${head}${cursor}`, ...lines];
}

/** Where there is no room for both, what was typed is worth more than what it is for. */
function headLine({ what, query }: ChatPicker, room: number): string {
  const typed = escapeTyped(query);
  const head = `${TITLES[what]}: ${typed}`;
  return fitText(textWidth(head) > room ? `> ${typed}` : head, room);
}

const TITLES: Readonly<Record<ChatPicker["what"], string>> = {
  prompt: "Search what you said",
  model: "Model",
  conversation: "Conversation",
};

/** Shows what somebody said themselves as they typed it. */
const WRITERS: Readonly<Record<ChatPicker["what"], (text: string) => string>> = {
  prompt: escapeTyped,
  model: escapeText,
  conversation: escapeText,
};

function inOneLine({ word, ...entry }: MenuEntry): MenuEntry {
  return { ...entry, word: word.replaceAll(/[\n\t]+/g, " ") };
}

const EMPTY: Readonly<Record<ChatPicker["what"], string>> = {
  prompt: "Nothing was said here before.",
  model: "No other model was used here: /model NAME.",
  conversation: "No other conversation of this folder was kept.",
};

function entryLines(
  list: Pick<ChatMenu, "entries" | "at">,
  { paint, width }: ItemView,
  write: (text: string) => string = escapeText,
): readonly string[] {
  const { first, shown } = shownEntries(list);
  const { entries, at } = list;
  const hasMeaning = entries.some(({ meaning }) => meaning !== "");
  const widest = Math.max(...entries.map(({ word }) => textWidth(word)));
  const column = hasMeaning ? Math.min(widest, WIDEST_WORD) : 0;
  const lines = shown.map(({ word, meaning }, index) => {
    const mark = first + index === at ? paint.mark("cursor") : " ";
    const named = padRight(write(word), column);
    const text = `${named}  ${escapeText(meaning)}`.trimEnd();
    return fitText(`  ${mark} ${fitText(text, Math.max(1, width - 4))}`, width);
  });
  if (shown.length === entries.length) return lines;
  return [...lines, paint.style("dim", fitText(`    ${at + 1} of ${entries.length}`, width))];
}
