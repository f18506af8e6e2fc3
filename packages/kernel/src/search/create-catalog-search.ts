/**
 * Search over the tools that a registry has right now. The index is filled at the first search and brought up to date when the
 * registry has changed since: only tools that came, went or changed are touched. One for all sessions of a kernel.
 */
import type { IndexEntry, Tool } from "@toolplane/contract";
import { createToolIndex } from "./create-tool-index.ts";
import { createNamedTools } from "./named-tools.ts";

/** What is searched: the registry, seen narrowly. */
export interface Catalog {
  list(): readonly { readonly tool: Tool; readonly exposure?: string }[];
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
/** What is told of a found tool: one line. Its definition follows in the listing. */
const MAX_DESCRIPTION = 200;

export function createCatalogSearch(catalog: Catalog): CatalogSearch {
  const index = createToolIndex();
  let indexed = new Map<string, Tool>();
  let named = createNamedTools(indexed);
  let readAt: number | null = null;

  const refresh = (): void => {
    const generation = catalog.generation();
    if (readAt === generation) return;
    readAt = generation;
    const present = new Map<string, Tool>();
    for (const { tool, exposure } of catalog.list())
      if (exposure !== "unlisted") present.set(tool.id, tool);
    for (const name of indexed.keys()) if (!present.has(name)) index.remove(name);
    for (const [name, tool] of present) {
      if (indexed.get(name) === tool) continue;
      index.add({ name, description: tool.description, parameters: tool.parameters });
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
      const tool = indexed.get(name);
      if (tool && accepts(name) && !found.has(name))
        found.set(name, { name, description: oneLine(tool.description) });
    }
    return [...found.values()];
  };
}

function oneLine(text: string): string {
  const line = text
    .slice(0, 4 * MAX_DESCRIPTION)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > MAX_DESCRIPTION ? `${line.slice(0, MAX_DESCRIPTION - 1)}…` : line;
}
