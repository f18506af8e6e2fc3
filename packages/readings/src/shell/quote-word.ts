/** Words of a command line, written so that a shell reads back the very same text. */
import { escapeHidden } from "../hidden-characters.ts";

/** In single quotes, whatever it holds. */
export function quoteShell(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Bare where that is safe, else in single quotes. For a POSIX shell. */
export function quoteWord(word: string): string {
  return PLAIN.test(word) ? word : quoteShell(word);
}

/**
 * The same for a command that a person sees and may copy. Characters that a terminal would obey or hide are written as escapes, in
 * the quotes that bash and zsh have for them. Line feeds stay: a command of several lines is copied as such.
 */
export function quoteVisibly(word: string): string {
  const characters = [...word].map(escapeCharacter);
  if (characters.join("") === word) return quoteWord(word);
  return `$'${characters.map((text) => (/^[\\']$/.test(text) ? `\\${text}` : text)).join("")}'`;
}

const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

function escapeCharacter(character: string): string {
  if (character === "\n" || escapeHidden(character) === character) return character;
  return `\\U${(character.codePointAt(0) as number).toString(16).padStart(8, "0")}`;
}
