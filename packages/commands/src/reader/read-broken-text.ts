/**
 * A text that is nested too deep to be parsed is asked about, like any other that is not understood. But depth must not hide
 * a command from a rule that denies it, so its pieces are written down as if each began a command.
 */
import type { CommandContext, Scope } from "../line/command-context.ts";
import { NOWHERE, type Whereabouts } from "../line/directories.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { type ExpandedWord, literalWord } from "../words/expanded-word.ts";

const MAX_WORDS = 8;
const MAX_DEPTH = 128;
const SEPARATORS = /[;&|(){}\n`!<>]+/;

/** True when a text is nested deeper than the parser goes. Quotes are not looked at: the price is a question too many. */
export function isTooDeep(text: string): boolean {
  let round = 0;
  let curly = 0;
  let square = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 40) round += 1;
    else if (code === 41) round -= 1;
    else if (code === 123) curly += 1;
    else if (code === 125) curly -= 1;
    else if (code === 91) square += 1;
    else if (code === 93) square -= 1;
    if (round > MAX_DEPTH || curly > MAX_DEPTH || square > MAX_DEPTH) return true;
  }
  return false;
}

/** Reads a text that is nested too deep. */
export function readTooDeep(context: CommandContext, text: string, scope: Scope): Whereabouts {
  context.reading.addOpaque(text, "it is nested deeper than can be followed");
  readBrokenText(context, text, scope);
  return NOWHERE;
}

/** Writes down the pieces of a text that was nested too deep. */
export function readBrokenText(context: CommandContext, text: string, scope: Scope): void {
  // Texts inside one another say the same again: the outermost comes first.
  if (!context.reading.takePieces(text.length) || !context.reading.isNew(`text ${text}`)) return;
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
  const text = words.map((word) => word.text).join(" ");
  if (!context.reading.isNew(`piece ${text}`)) return;
  emitUnit(context, {
    words,
    scope: { ...scope, inWords: true },
    text,
    kept: [],
    floors: [],
    assignments: [],
    pastFunctions: false,
  });
}
