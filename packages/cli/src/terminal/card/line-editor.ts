/** A line that a person types: text and a cursor, counted in characters. Pure; foreign to everything that is drawn. */
import type { Key } from "./key-reader.ts";

export interface EditedLine {
  readonly characters: readonly string[];
  readonly cursor: number;
}

/** A line with its cursor at the end. */
export function lineOf(text: string): EditedLine {
  const characters = [...text];
  return { characters, cursor: characters.length };
}

export function lineText({ characters }: EditedLine): string {
  return characters.join("");
}

/** Applies a key to the line; past `limit` characters nothing is added. */
export function editLine(line: EditedLine, key: Key, limit: number): EditedLine {
  const { characters, cursor } = line;
  switch (key.name) {
    case "text":
      return insert(line, [key.text], limit);
    case "paste":
      return insert(line, [...key.text.replaceAll(/[\r\n\t]+/g, " ")].filter(isShown), limit);
    case "left":
      return { characters, cursor: Math.max(0, cursor - 1) };
    case "right":
      return { characters, cursor: Math.min(characters.length, cursor + 1) };
    case "home":
      return { characters, cursor: 0 };
    case "end":
      return { characters, cursor: characters.length };
    case "clear":
      return { characters: characters.slice(cursor), cursor: 0 };
    case "backspace":
      return cursor === 0
        ? line
        : { characters: characters.toSpliced(cursor - 1, 1), cursor: cursor - 1 };
    case "delete":
      return { characters: characters.toSpliced(cursor, 1), cursor };
    default:
      return line;
  }
}

function insert(
  { characters, cursor }: EditedLine,
  added: readonly string[],
  limit: number,
): EditedLine {
  const fits = added.slice(0, Math.max(0, limit - characters.length));
  return {
    characters: characters.toSpliced(cursor, 0, ...fits),
    cursor: cursor + fits.length,
  };
}

function isShown(character: string): boolean {
  return !/\p{Cc}/u.test(character);
}
