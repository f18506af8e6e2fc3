// The baseline to beat, computed in the same run: plain BM25 over name, description and parameters as one text (and over what
// the set says of a tool's server), stop words dropped, light stemming. Nothing else, so that what our ranking adds is what the difference shows.
import { STOP_WORDS, splitWords, toolText } from "@toolplane/kernel/inside";
import type { SetTool } from "./read-sets.ts";

const K1 = 1.2;
const B = 0.75;

/** Makes the search: ids of the best tools, ties in order of the set. */
export function createPlainBm25(
  tools: readonly SetTool[],
): (query: string, limit: number) => readonly string[] {
  const texts = tools.map((tool) => termsOf(wholeText(tool)));
  const averageLength = texts.reduce((sum, terms) => sum + terms.length, 0) / (tools.length || 1);
  const postings = new Map<string, Map<number, number>>();
  for (const [at, terms] of texts.entries()) {
    for (const term of terms) {
      const holders = postings.get(term) ?? new Map<number, number>();
      postings.set(term, holders.set(at, (holders.get(at) ?? 0) + 1));
    }
  }
  return (query, limit) => {
    const scores = new Map<number, number>();
    for (const term of new Set(termsOf(query))) {
      const holders = postings.get(term) ?? new Map<number, number>();
      const rarity = Math.log(1 + (tools.length - holders.size + 0.5) / (holders.size + 0.5));
      for (const [at, count] of holders) {
        const length = (texts[at] as readonly string[]).length / averageLength;
        const weight = (count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
        scores.set(at, (scores.get(at) ?? 0) + rarity * weight);
      }
    }
    return [...scores]
      .sort(([left, leftScore], [right, rightScore]) => rightScore - leftScore || left - right)
      .slice(0, limit)
      .map(([at]) => (tools[at] as SetTool).id);
  };
}

function wholeText({ name, description, inputSchema, source }: SetTool): string {
  const told = { source: source?.name ?? null, sourceText: source?.text ?? null };
  return Object.values(toolText({ name, description, parameters: inputSchema, ...told })).join(" ");
}

function termsOf(text: string): readonly string[] {
  return splitWords(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stemLightly);
}

/** Plural, -ing, -ed and a final e or y: what "light" usually means. */
function stemLightly(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(ss|x|z|ch|sh)es$/, "$1")
    .replace(/([^su])s$/, "$1")
    .replace(/(.{3})(ing|ed)$/, "$1")
    .replace(/(.{3})e$/, "$1")
    .replace(/(.{3})y$/, "$1i");
}
