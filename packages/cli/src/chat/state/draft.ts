/** The text that a person types in the chat: of several lines with a cursor. Pure, as the line of a card. */
import type { Key } from "../../terminal/card/key-reader.ts";
import { type EditedLine, editLine } from "../../terminal/card/line-editor.ts";

/** Longer words to a model are a file. */
const MOST = 100_000;

/** Applies a key to the draft. Line feeds stay: Ctrl-J types one, and a paste brings its own. */
export function editDraft(draft: EditedLine, key: Key): EditedLine {
  switch (key.name) {
    case "newline":
      return insert(draft, ["\n"]);
    case "paste":
      return insert(draft, [...key.text.replaceAll(/\r\n?/g, "\n").replaceAll("\t", "  ")]);
    case "home":
      return { ...draft, cursor: lineStart(draft) };
    case "end":
      return { ...draft, cursor: lineEnd(draft) };
    case "word":
      return withoutWord(draft);
    case "up":
      return moved(draft, -1);
    case "down":
      return moved(draft, 1);
    default:
      return editLine(draft, key, MOST);
  }
}

/** True where the cursor has a line above it, or below: there the arrows move in the draft and not in the history. */
export function hasLine({ characters, cursor }: EditedLine, where: "above" | "below"): boolean {
  return where === "above"
    ? characters.slice(0, cursor).includes("\n")
    : characters.slice(cursor).includes("\n");
}

function insert({ characters, cursor }: EditedLine, added: readonly string[]): EditedLine {
  const fits = added
    .filter((character) => character === "\n" || !/\p{Cc}/u.test(character))
    .slice(0, Math.max(0, MOST - characters.length));
  return { characters: characters.toSpliced(cursor, 0, ...fits), cursor: cursor + fits.length };
}

function withoutWord({ characters, cursor }: EditedLine): EditedLine {
  let start = cursor;
  while (start > 0 && characters[start - 1] === " ") start -= 1;
  while (start > 0 && characters[start - 1] !== " " && characters[start - 1] !== "\n") start -= 1;
  return { characters: characters.toSpliced(start, cursor - start), cursor: start };
}

function lineStart({ characters, cursor }: EditedLine): number {
  return characters.lastIndexOf("\n", cursor - 1) + 1;
}

function lineEnd({ characters, cursor }: EditedLine): number {
  const end = characters.indexOf("\n", cursor);
  return end === -1 ? characters.length : end;
}

function moved(draft: EditedLine, by: -1 | 1): EditedLine {
  const start = lineStart(draft);
  const column = draft.cursor - start;
  if (by === -1) {
    if (start === 0) return draft;
    const above = lineStart({ ...draft, cursor: start - 1 });
    return { ...draft, cursor: Math.min(above + column, start - 1) };
  }
  const end = lineEnd(draft);
  if (end === draft.characters.length) return draft;
  const below = { ...draft, cursor: end + 1 };
  return { ...draft, cursor: Math.min(end + 1 + column, lineEnd(below)) };
}
