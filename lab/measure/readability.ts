// Measures how well web_fetch finds the content of pages: each is served on this machine, fetched by the tool through the whole
// road, and its words are compared with those of what a reader would want to see.
import { htmlText } from "./readability/html-text.ts";
import { markdownText } from "./readability/markdown-text.ts";
import { openPageWorld } from "./readability/page-world.ts";
import { readPages } from "./readability/read-pages.ts";
import { scoreWords, wordsOf } from "./readability/words.ts";

const GOOD = 0.95;

export async function measure(options: {
  readonly data: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = options.print ?? console.log;
  const pages = readPages(options.data);
  if (pages.length === 0) print(`${options.data} holds neither pages.jsonl nor folders of pages`);
  const world = await openPageWorld(pages);
  const figures = { total: pages.length, sum: 0, slowest: 0, crashed: 0 };
  try {
    for (const [index, { id, expected }] of pages.entries()) {
      const result = await world.fetch(index);
      figures.slowest = Math.max(figures.slowest, result.metadata.duration_ms);
      if (result.type === "error" || typeof result.data !== "string") {
        figures.crashed += 1;
        print(`${id}: ${result.type === "error" ? result.error_text : "no text"}`);
        continue;
      }
      const found = wordsOf(markdownText(contentOf(result.data)));
      const score = scoreWords(found, wordsOf(htmlText(expected)));
      figures.sum += score;
      if (score < GOOD) print(`${id}: ${score.toFixed(3)}, ${found.length} words found`);
    }
  } finally {
    await world.close();
  }
  const { total, sum, slowest, crashed } = figures;
  return { total, f1: total === 0 ? 0 : sum / total, slowest_ms: slowest, crashed };
}

/** Behind the lines about the answer. */
function contentOf(text: string): string {
  return text.slice(text.indexOf("\n\n") + 2);
}
