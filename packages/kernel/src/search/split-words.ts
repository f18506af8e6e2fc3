/**
 * Text to lower-case words. Names of tools come in every spelling (`camelCase`, `snake_case`, `dots.and-dashes`, `HTTPServer`),
 * so a change of case ends a word too. Scripts that put no space between words become pairs of characters: the usual way to
 * search them without a dictionary. Any text gives a list; none throws.
 */

const ASCII = /^[\t-\r -~]*$/;

/** Splits a text into words; numbers are words of their own. */
export function splitWords(text: string): readonly string[] {
  if (ASCII.test(text))
    return (
      splitCase(text)
        .toLowerCase()
        .match(/[a-z]+|[0-9]+/g) ?? []
    );
  const plain = splitCase(text.normalize("NFKD").replace(/\p{M}+/gu, "")).toLowerCase();
  const words = plain.match(/\p{L}+|\p{N}+/gu) ?? [];
  return words.some(isUnspaced) ? words.flatMap(splitUnspaced) : words;
}

function splitCase(text: string): string {
  return text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
}

/** Every two neighbouring characters; a single one stays itself. */
function splitUnspaced(word: string): readonly string[] {
  const characters = [...word];
  if (characters.length < 3 || !isUnspaced(word)) return [word];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Inside of the function, because a pattern of whole scripts takes its time to make and few programs search. */
function isUnspaced(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    word,
  );
}
