/**
 * A text that is nested too deep to be parsed is asked about, like any other that is not understood. But depth must not hide
 * a command from a rule that denies it, so its pieces are written down as if each began a command.
 */
import type { ParseError } from "unbash";
import type { CommandContext, Scope } from "./command-context.ts";
import { emitUnit } from "./emit-unit.ts";
import { type ExpandedWord, literalWord } from "./words/expanded-word.ts";

const MAX_WORDS = 8;
const SEPARATORS = /[;&|(){}\n`!<>]+/;

/** Writes down the pieces of a text nested too deep. */
export function readBrokenText(
  context: CommandContext,
  text: string,
  errors: readonly ParseError[],
  scope: Scope,
): void {
  if (!errors.some(({ message }) => message.includes("nesting"))) return;
  for (const piece of text.split(SEPARATORS)) {
    const words = piece
      .trim()
      .split(/\s+/)
      .slice(0, MAX_WORDS)
      .map((word) => literalWord(word.replace(/['"\\$]/g, "")));
    if (words[0]?.text) emitPieces(context, words, scope);
  }
}

/** Every word of a chain of wrappers too long to follow, as if it began a command. */
export function readLongChain(
  context: CommandContext,
  words: readonly ExpandedWord[],
  scope: Scope,
): void {
  context.reading.addOpaque(
    words[0]?.text ?? "",
    "more commands are wrapped in one another than can be followed",
  );
  for (let at = 0; at < words.length; at += 1)
    if (!words[at]?.text.startsWith("-"))
      emitPieces(context, words.slice(at, at + MAX_WORDS), scope);
}

function emitPieces(context: CommandContext, words: readonly ExpandedWord[], scope: Scope): void {
  emitUnit(context, {
    words,
    scope: { ...scope, inWords: true },
    text: words.map((word) => word.text).join(" "),
    kept: [],
    floors: [],
    assignments: [],
    pastFunctions: false,
  });
}
