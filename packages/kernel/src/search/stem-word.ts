/**
 * Porter's stemmer (1980): `calculate`, `calculator` and `calculations` become one term. Chosen over a lighter one because
 * tools are named by verbs and asked for by nouns. What it returns is a key, not a word. Rules are data, tried longest first.
 */

type Rule = readonly [suffix: string, replacement: string];

const VOWEL_GROUP = "[aeiouy][aeiou]*";
const CONSONANT_GROUP = "[^aeiou][^aeiouy]*";
const HAS_VOWEL = new RegExp(`^(${CONSONANT_GROUP})?[aeiouy]`);
/** At least one, exactly one, at least two changes from vowel to consonant: Porter's measure. */
const MEASURE_1 = new RegExp(`^(${CONSONANT_GROUP})?${VOWEL_GROUP}${CONSONANT_GROUP}`);
const MEASURE_IS_1 = new RegExp(`${MEASURE_1.source}(${VOWEL_GROUP})?$`);
const MEASURE_2 = new RegExp(`${MEASURE_1.source}${VOWEL_GROUP}${CONSONANT_GROUP}`);
const SHORT_END = new RegExp(`^${CONSONANT_GROUP}[aeiouy][^aeiouwxy]$`);

const DOUBLE_SUFFIXES: readonly Rule[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["alli", "al"],
  ["ator", "ate"],
  ["logi", "log"],
  ["bli", "ble"],
  ["eli", "e"],
];

const MIDDLE_SUFFIXES: readonly Rule[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

const LAST_SUFFIX =
  /(ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|ou|(?<=[st])ion)$/;

/** The stem of a lower-case word. Words that are not plain Latin letters, or have fewer than three, stay as they are. */
export function stemWord(word: string): string {
  if (word.length < 3 || word.length > 40 || !/^[a-z]+$/.test(word)) return word;
  // A leading y is a consonant; the capital keeps it out of the vowel classes.
  const marked = word.startsWith("y") ? `Y${word.slice(1)}` : word;
  const base = finalY(pastOrPresent(plural(marked)));
  const stem = finalE(lastSuffix(replace(replace(base, DOUBLE_SUFFIXES), MIDDLE_SUFFIXES)));
  return stem.toLowerCase();
}

function plural(word: string): string {
  if (/(ss|i)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function pastOrPresent(word: string): string {
  if (word.endsWith("eed")) return MEASURE_1.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const rest = word.replace(/(ed|ing)$/, "");
  if (rest === word || !HAS_VOWEL.test(rest)) return word;
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/([^aeiouylsz])\1$/.test(rest)) return rest.slice(0, -1);
  return SHORT_END.test(rest) ? `${rest}e` : rest;
}

function finalY(word: string): string {
  const rest = word.slice(0, -1);
  return word.endsWith("y") && HAS_VOWEL.test(rest) ? `${rest}i` : word;
}

function replace(word: string, rules: readonly Rule[]): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.slice(0, -suffix.length);
    return MEASURE_1.test(rest) ? rest + replacement : word;
  }
  return word;
}

function lastSuffix(word: string): string {
  const rest = word.replace(LAST_SUFFIX, "");
  return rest !== word && MEASURE_2.test(rest) ? rest : word;
}

function finalE(word: string): string {
  const rest = word.slice(0, -1);
  const drops =
    word.endsWith("e") &&
    (MEASURE_2.test(rest) || (MEASURE_IS_1.test(rest) && !SHORT_END.test(rest)));
  const open = drops ? rest : word;
  return open.endsWith("ll") && MEASURE_2.test(open) ? open.slice(0, -1) : open;
}
