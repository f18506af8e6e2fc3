/** A place for typed words in the text of a prompt: for all of them, or for one. */
const PLACE = /\$(?:ARGUMENTS|([1-9]))/g;

/**
 * The text with the words in it that were typed behind the command: `$ARGUMENTS` stands for all of them, `$1` to `$9` for one. Looked
 * through once, so that a word that looks like a place stays what it is.
 */
export function fillPrompt(
  body: string,
  typed: { readonly all: string; readonly words: readonly string[] },
): string {
  return body.replaceAll(PLACE, (_, place: string | undefined) =>
    place === undefined ? typed.all : (typed.words[Number(place) - 1] ?? ""),
  );
}

/** It says nothing sensible without words behind its name. */
export function needsWords(body: string): boolean {
  return body.search(PLACE) !== -1;
}
