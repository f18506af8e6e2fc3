/**
 * One word of a command after the expansions that can be done without running it: quotes, escapes, tilde, braces, and
 * variables whose value is certain. What is left over is dynamic, and a glob is kept as a pattern.
 */
import type { ShellWord } from "@toolplane/contract";

/** A word as a program would get it, or the text of what the shell would still expand. */
export interface ExpandedWord {
  /** The word itself; of a dynamic one, its source, so that literal prefixes (`--output=$x`) can be read. */
  readonly text: string;
  readonly dynamic: boolean;
  /** True when the shell may make several words or none of it: an unquoted expansion. */
  readonly splits: boolean;
  /** Unquoted glob characters; `text` then has quoted ones escaped by a backslash in `pattern`. */
  readonly pattern?: string;
  /** True when the word is one process substitution: a pipe, not a file. */
  readonly pipe?: boolean;
  /** True when it is an assignment of an array in the shell's own syntax. */
  readonly array?: boolean;
  /** True when only placeholders in the text are unknown (`xargs -I% sh -c 'rm %'`). */
  readonly template?: boolean;
}

/** A word without anything to expand. */
export function literalWord(text: string): ExpandedWord {
  return { text, dynamic: false, splits: false };
}

/** A word that nobody can know before the command runs. */
export function dynamicWord(text: string): ExpandedWord {
  return { text, dynamic: true, splits: true };
}

/** True when the word is exactly its text. */
export function isLiteral(word: ExpandedWord): boolean {
  return !word.dynamic && word.pattern === undefined;
}

/** As rules see it: what allows matches globs and expansions by `*` only. */
export function shellWord(word: ExpandedWord): ShellWord {
  return isLiteral(word) ? word.text : { dynamic: word.text };
}
