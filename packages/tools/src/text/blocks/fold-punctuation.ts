/**
 * Typographic characters as the plain ones that models write for them, and the other way round. Each character becomes
 * exactly one, so an index in the folded text is an index in the text.
 */

const FOLDED: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201a": "'",
  "\u201b": "'",
  "\u2032": "'",
  "\u00b4": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u201e": '"',
  "\u201f": '"',
  "\u2033": '"',
  "\u00ab": '"',
  "\u00bb": '"',
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2014": "-",
  "\u2015": "-",
  "\u2212": "-",
  "\u00a0": " ",
  "\u202f": " ",
  "\u205f": " ",
  "\u3000": " ",
};

const FOLDABLE =
  /[\u00a0\u00ab\u00b4\u00bb\u2000-\u200a\u2010-\u2015\u2018-\u201f\u202f\u2032\u2033\u205f\u2212\u3000]/g;

/** Folds every typographic character. */
export function foldPunctuation(text: string): string {
  return text.replace(FOLDABLE, (found) => FOLDED[found] ?? " ");
}
