/**
 * One word at a time. The glossary prints the words that only this project uses in bold. The README may bring a few of them; the
 * reader of a guide has read the README and nothing else, so every guide may bring two more. A word that is a link where it first
 * appears is not brought in: the reader is sent to the page that explains it.
 */
import type { SourceFile } from "../source/source-file.ts";
import { proseText } from "./markdown.ts";

const README_TERMS = 6;
const GUIDE_TERMS = 2;
/** `| **land** (landed, landing) |` */
const TERM = /^\| \*\*([a-z ]+)\*\*(?: \(([a-z ,]+)\))?/gm;

/** The pages that bring in too many, with the words. */
export function judgeTerms(pages: readonly SourceFile[]): readonly string[] {
  const textOf = (path: string): string => pages.find((page) => page.path === path)?.text ?? "";
  const terms = [...textOf("GLOSSARY.md").matchAll(TERM)].map(([, word = "", forms]) => ({
    word,
    forms: [word, `${word}s`, ...(forms?.split(",").map((form) => form.trim()) ?? [])],
  }));
  const known = terms.filter((term) => isUsed(textOf("README.md"), term));
  const others = terms.filter((term) => !known.includes(term));
  return [
    ...tooMany("README.md", known, README_TERMS),
    ...pages
      .filter(({ path }) => path.startsWith("docs/guides/"))
      .flatMap(({ path, text }) =>
        tooMany(
          path,
          others.filter((term) => isBrought(text, term)),
          GUIDE_TERMS,
        ),
      ),
  ];
}

interface Term {
  readonly word: string;
  readonly forms: readonly string[];
}

function tooMany(path: string, terms: readonly Term[], most: number): readonly string[] {
  if (terms.length <= most) return [];
  const words = terms.map(({ word }) => word).join(", ");
  return [
    `${path} brings in ${terms.length} of our words, over ${most}: ${words}. Say it plainly, or link the word where it first stands`,
  ];
}

function isUsed(markdown: string, term: Term): boolean {
  return firstUse(proseText(markdown), term) !== null;
}

/** Used, and not as the text of a link where it first appears. */
function isBrought(markdown: string, term: Term): boolean {
  const text = proseText(markdown);
  const at = firstUse(text, term);
  if (at === null) return false;
  const before = text.slice(0, at);
  const isInLink =
    before.lastIndexOf("[") > before.lastIndexOf("]") && /^[^[\]]*\]\(/.test(text.slice(at));
  return !isInLink;
}

function firstUse(text: string, { forms }: Term): number | null {
  const words = text.toLowerCase();
  const found = forms.map((form) => wordAt(words, form)).filter((at) => at >= 0);
  return found.length === 0 ? null : Math.min(...found);
}

/** The place of a word by itself, or -1. */
function wordAt(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? " "}${text[at + word.length] ?? " "}`;
    if (!/[a-z\d_-]/.test(around)) return at;
  }
  return -1;
}
