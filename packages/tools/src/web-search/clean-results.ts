/** Hits as they are shown: plain text, http addresses, each once, no more than asked for. */
import { BODY, nodeText } from "../html/page/page-tree.ts";
import { readPage } from "../html/page/read-page.ts";
import type { SearchResult } from "./search-provider.ts";

const MAX_TITLE = 300;
const MAX_SNIPPET = 1_000;

/** Cleans what a provider read. Hits without an address are left out. */
export function cleanResults(
  hits: readonly Partial<SearchResult>[],
  count: number,
): readonly SearchResult[] {
  const results = new Map<string, SearchResult>();
  for (const { title = "", url = "", snippet = "" } of hits) {
    if (results.size >= count) break;
    const address = URL.parse(url.trim());
    if (address === null || !/^https?:$/.test(address.protocol)) continue;
    if (results.has(address.href)) continue;
    results.set(address.href, {
      title: plainSnippet(title, MAX_TITLE) || address.host,
      url: address.href,
      snippet: plainSnippet(snippet, MAX_SNIPPET),
    });
  }
  return [...results.values()];
}

/** Services mark the words that were found with tags. */
function plainSnippet(text: string, maxChars: number): string {
  const bounded = text.slice(0, maxChars * 4);
  const bare = /[<&]/.test(bounded) ? nodeText(readPage(bounded).tree, BODY) : bounded;
  return bare.replace(/\s+/g, " ").trim().slice(0, maxChars);
}
