/** Mistakes in what a search for tools reads, and in the order of what it finds. */
import type { Area } from "../fault.ts";

export const SEARCH_FAULTS: Area = {
  name: "search",
  in: "packages/kernel/src/search",
  tests: [["packages/kernel/src/search", "packages/kernel/src/finding-tools.test.ts"]],
  faults: [
    {
      name: "where-a-tool-comes-from-is-not-read",
      anchor: 'sourceText: (sourceText ?? "").slice(0, MAX_FIELD),',
      replacement: 'sourceText: (sourceText ?? "").slice(0, 0),',
    },
    {
      name: "the-name-of-a-server-counts-as-the-tools-own",
      anchor: 'const at = source === "" ? -1 : name.indexOf(mark);',
      replacement: 'const at = source === "" ? -1 : name.indexOf(mark) - name.length;',
    },
    {
      name: "the-tools-of-one-job-take-all-places",
      anchor: "query.clauseCount > 1",
      replacement: "query.clauseCount > 99",
    },
    {
      name: "an-answered-job-still-gives-credit",
      anchor: "gain += Math.max(0, share - (answered[clause] as number));",
      replacement: "gain += Math.max(0, share - 0 * (answered[clause] as number));",
    },
    {
      name: "an-index-remembers-lengths-of-tools-that-went",
      anchor: "lengths.remove(tool.fields);",
      replacement: "lengths.remove([]);",
    },
    {
      name: "a-tool-that-went-is-still-found",
      anchor: "for (const term of tool.indexed?.terms ?? []) terms.withdraw(term, slot);",
      replacement: "for (const term of [] as Term[]) terms.withdraw(term, slot);",
    },
    {
      name: "a-search-remembers-the-one-before",
      anchor: "        row.top = 0;",
      replacement: "        row.top += 0;",
    },
    {
      name: "what-to-do-counts-as-small-talk",
      anchor: "WEAK_WORDS.has(word) && word !== action",
      replacement: "WEAK_WORDS.has(word)",
    },
  ],
};
