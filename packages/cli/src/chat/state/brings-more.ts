/** Words that bring more with them than themselves: the text of a command, or pictures. */
import type { ChatState } from "./chat-state.ts";

/** The name of a picture from the clipboard where one types. */
const HELD = /\[picture \d+\]/g;

const ENDING = /\.(?:png|jpe?g|gif|webp)$/i;
/** A path as it is typed after `@`, as a terminal writes one that was dropped on it, or in quotes. */
const WORD = /'([^'\n]+)'|"([^"\n]+)"|((?:\\[^\n]|[^\s\\])+)/g;

export function bringsMore(text: string, { commands }: Pick<ChatState, "commands">): boolean {
  return (
    isPromptLine(text, commands) || heldPictures(text).length > 0 || picturePaths(text).length > 0
  );
}

/** `/review src`, where `review` is a prompt of the person's own. */
export function isPromptLine(text: string, commands: ChatState["commands"]): boolean {
  const name = /^\/(\S+)/.exec(text)?.[1];
  return commands.some(({ word, isPrompt }) => isPrompt === true && word === name);
}

/** `/help`; a path that was dropped begins so too. */
export function isCommandLine(text: string): boolean {
  return /^\/[^\s/]*(?:\s|$)/.test(text);
}

export function heldPictures(text: string): readonly string[] {
  return [...new Set(text.match(HELD))];
}

/** Paths that end as pictures do: after `@`, whole (`/…`, `~/…`, `file://…`), or begun at a folder (`./…`). Nothing is looked up. */
export function picturePaths(text: string): readonly string[] {
  const paths = [...text.matchAll(WORD)].flatMap(([, single, double, plain = ""]) => {
    const word = single ?? double ?? plain.replaceAll(/\\(.)/g, "$1");
    const isNamed = word.startsWith("@");
    const path = word.replace(/^@/, "").replace(/[,;:!?.)]+$/, "");
    if (!ENDING.test(path)) return [];
    if (path.startsWith("file://")) return pathOf(path);
    return isNamed || /^(?:\/|~\/|\.\.?\/)/.test(path) ? [path] : [];
  });
  return [...new Set(paths)];
}

function pathOf(address: string): readonly string[] {
  const path = URL.parse(address)?.pathname ?? "";
  try {
    return path === "" ? [] : [decodeURIComponent(path)];
  } catch {
    return [];
  }
}
