import type { CommandContext, Scope } from "../../line/command-context.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../../words/expanded-word.ts";
import { readNested } from "./read-program-text.ts";

/** Pagers and editors as people set them, and what only says yes or no. */
const USUAL = /^(?:(?:less|more|most|cat|vim?|nvim|nano|emacs|code|true|false|:)(?: -[\w-]+)*|)$/;

/** Reads a value that is a command, which a program runs later. */
export function readValueCommand(context: CommandContext, value: ExpandedWord, scope: Scope): void {
  const text = value.text.replace(/^[|!-]+/, "");
  if (isLiteral(value) && USUAL.test(text)) return;
  readNested(context, isLiteral(value) ? literalWord(text) : value, scope);
}
