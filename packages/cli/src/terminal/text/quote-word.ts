/**
 * A word as a shell takes it: bare where that is safe, else in single quotes. For commands that a person may copy. What a
 * terminal would obey or hide is written as an escape, in the quotes that bash and zsh have for it.
 */
import { escapeText } from "./escape-text.ts";

export function quoteWord(word: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word;
  const characters = [...word].map(escapeCharacter);
  if (characters.join("") === word) return `'${word.replaceAll("'", `'\\''`)}'`;
  return `$'${characters.map((text) => (/^[\\']$/.test(text) ? `\\${text}` : text)).join("")}'`;
}

/** Line feeds stay: a command of several lines is copied as such. */
function escapeCharacter(character: string): string {
  if (character === "\n" || escapeText(character) === character) return character;
  return `\\U${(character.codePointAt(0) as number).toString(16).padStart(8, "0")}`;
}
