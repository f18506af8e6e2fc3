/** Completions at the cursor: commands at the beginning of the line, files after an `@`. */
import type { ChatMenu, ChatState, MenuEntry } from "./chat-state.ts";

const MOST_ENTRIES = 8;
/** A longer list is not worth going through: another letter finds the file sooner. */
const MOST_FILES = 100;

/** The menu for the draft as it is; null where nothing is to be completed. */
export function menuFor({
  draft,
  commands,
  files,
}: Pick<ChatState, "draft" | "commands" | "files">): ChatMenu | null {
  const before = draft.characters.slice(0, draft.cursor).join("");
  const command = /^\/(\S*)$/.exec(before)?.[1];
  if (command !== undefined)
    return listed(
      commands.filter(({ word }) => word.startsWith(command)),
      1,
    );
  const file = /(?:^|\s)@([^\s@]*)$/.exec(before)?.[1];
  if (file === undefined) return null;
  const from = draft.cursor - [...file].length;
  return listed(
    bestFiles(files, file).map((word) => ({ word, meaning: "" })),
    from,
  );
}

function listed(entries: readonly MenuEntry[], from: number): ChatMenu | null {
  return entries.length === 0 ? null : { entries, at: 0, from };
}

/** Those that are shown at once: a window that moves with the cursor. */
export function shownEntries({ entries, at }: Pick<ChatMenu, "entries" | "at">): {
  readonly first: number;
  readonly shown: readonly MenuEntry[];
} {
  const most = Math.max(0, entries.length - MOST_ENTRIES);
  const first = Math.min(most, Math.max(0, at - MOST_ENTRIES + 1));
  return { first, shown: entries.slice(first, first + MOST_ENTRIES) };
}

/** Those whose name begins so come first, then those that hold it anywhere; short ones before long ones. */
function bestFiles(files: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  const rank = (path: string): number => {
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    if (path.toLowerCase().startsWith(wanted) || name.startsWith(wanted)) return 0;
    return path.toLowerCase().includes(wanted) ? 1 : 2;
  };
  return files
    .map((path) => ({ path, rank: rank(path) }))
    .filter((one) => one.rank < 2)
    .sort((a, b) => a.rank - b.rank || a.path.length - b.path.length)
    .slice(0, MOST_FILES)
    .map(({ path }) => path);
}

export function moveMenu(menu: ChatMenu, by: -1 | 1): ChatMenu {
  const { length } = menu.entries;
  return { ...menu, at: (menu.at + by + length) % length };
}

/** The draft with the entry under the cursor in place of what was typed of it. */
export function chosen(state: ChatState, menu: ChatMenu): ChatState {
  const word = menu.entries[menu.at]?.word ?? "";
  const { characters, cursor } = state.draft;
  const added = [...word, " "];
  const rest = characters.slice(cursor);
  const draft = {
    characters: [...characters.slice(0, menu.from), ...added, ...rest],
    cursor: menu.from + added.length,
  };
  return { ...state, draft, menu: null };
}
