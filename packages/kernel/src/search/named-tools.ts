/**
 * Finds tools that a query names. Ranking weighs words, and among two hundred names that differ by a number it weighs
 * them alike; a query with an id wants that tool, first. An id also counts in other letters of case, with other signs
 * between its parts, and without the part before a `__` (`mcp__big__tool_77` as `big/tool_77`), as long as only one
 * tool fits.
 */

/** Finds them, in the order in which the query names them. */
export type NamedTools = (query: string) => readonly string[];

const MAX_QUERY_CHARS = 2_000;
const MAX_WORDS = 50;

/** Makes the finder over these ids. Short forms are worked out when a query first needs them. */
export function createNamedTools(ids: ReadonlyMap<string, unknown>): NamedTools {
  let forms: ReadonlyMap<string, string | null> | null = null;
  const find = (word: string): string | null => {
    if (ids.has(word)) return word;
    forms ??= formsOf(ids.keys());
    return forms.get(foldName(word)) ?? null;
  };
  return (query) => {
    const found = new Set<string>();
    for (const word of idLikeWords(query.slice(0, MAX_QUERY_CHARS))) {
      const id = find(word);
      if (id !== null) found.add(id);
    }
    return [...found];
  };
}

/** The query as a whole, and those of its words that look like ids: `list` in a sentence is a word. */
function idLikeWords(query: string): readonly string[] {
  const words = query.split(/[\s,;"'`()[\]{}]+/, MAX_WORDS).filter((word) => word !== "");
  return words.length === 1 ? words : words.filter((word) => /[\w][_\-./:][\w]|\d/.test(word));
}

/** By folded form; null where two tools have it. */
function formsOf(ids: Iterable<string>): ReadonlyMap<string, string | null> {
  const whole = new Map<string, string | null>();
  const short = new Map<string, string | null>();
  for (const id of ids) {
    add(whole, foldName(id), id);
    const parts = id.split("__");
    for (let from = 1; from < parts.length; from += 1)
      add(short, foldName(parts.slice(from).join("")), id);
  }
  return new Map([...short, ...whole]);
}

function add(forms: Map<string, string | null>, form: string, id: string): void {
  forms.set(form, forms.has(form) ? null : id);
}

function foldName(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
