/**
 * Search over the tools that a registry has right now. The index is filled at the first search and brought up to date when the
 * registry has changed since: only tools that came, went or changed are touched. One for all sessions of a kernel.
 */
import type { IndexEntry, Tool } from "@toolplane/contract";
import { createToolIndex } from "./create-tool-index.ts";
import { createNamedTools } from "./named-tools.ts";

/** One tool of a catalog, with where it comes from. */
export interface CatalogEntry {
  readonly tool: Tool;
  readonly exposure?: string;
  readonly source?: string | null;
  readonly sourceText?: string | null;
}

/** The registry as search sees it. */
export interface Catalog {
  list(): readonly CatalogEntry[];
  /** Changes whenever `list` would answer differently. */
  generation(): number;
}

/** Finds tools, the best first, among those that are accepted. */
export type CatalogSearch = (
  query: string,
  options: { readonly limit: number; readonly accepts: (name: string) => boolean },
) => readonly IndexEntry[];

/** Candidates looked at beyond the limit, because some may not be accepted. */
const SPARE = 40;
/** A found tool is described in one line of this length. Its definition follows in the listing. */
const MAX_DESCRIPTION = 200;

export function createCatalogSearch(catalog: Catalog): CatalogSearch {
  const index = createToolIndex();
  let indexed = new Map<string, IndexedEntry>();
  let named = createNamedTools(indexed);
  let readAt: number | null = null;

  const refresh = (): void => {
    const generation = catalog.generation();
    if (readAt === generation) return;
    readAt = generation;
    const present = new Map<string, IndexedEntry>();
    for (const { tool, exposure, source = null, sourceText = null } of catalog.list())
      if (exposure !== "unlisted" && exposure !== "inside")
        present.set(tool.id, { tool, source, sourceText });
    for (const name of indexed.keys()) if (!present.has(name)) index.remove(name);
    for (const [name, entry] of present) {
      if (isSameEntry(indexed.get(name), entry)) continue;
      const { tool, source, sourceText } = entry;
      const { description, parameters } = tool;
      index.add({ name, description, parameters, source, sourceText });
    }
    indexed = present;
    named = createNamedTools(present);
  };

  return (query, { limit, accepts }) => {
    refresh();
    const found = new Map<string, IndexEntry>();
    const ranked = index.search(query, limit + SPARE).map(({ name }) => name);
    for (const name of [...named(query), ...ranked]) {
      if (found.size >= limit) break;
      const tool = indexed.get(name)?.tool;
      if (tool && accepts(name) && !found.has(name))
        found.set(name, { name, description: shortDescription(tool.description) });
    }
    return [...found.values()];
  };
}

type IndexedEntry = Required<Omit<CatalogEntry, "exposure">>;

function isSameEntry(known: IndexedEntry | undefined, entry: IndexedEntry): boolean {
  return (
    known?.tool === entry.tool &&
    known.source === entry.source &&
    known.sourceText === entry.sourceText
  );
}

function shortDescription(text: string): string {
  const line = text
    .slice(0, 4 * MAX_DESCRIPTION)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > MAX_DESCRIPTION ? `${line.slice(0, MAX_DESCRIPTION - 1)}…` : line;
}
