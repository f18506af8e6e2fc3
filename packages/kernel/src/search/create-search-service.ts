/**
 * Serves `tool_search` in a session: it searches the catalog, and as a side effect lists the found tools and makes them
 * callable for the rest of the session.
 */
import type { SessionServices } from "@toolplane/contract";
import type { CatalogSearch } from "./create-catalog-search.ts";

export interface SearchServiceOptions {
  readonly search: CatalogSearch;
  /** Makes found tools visible; those that are already stay as they are. */
  readonly reveal: (names: readonly string[]) => void;
  /** False for tools that this session does not have. */
  readonly accepts?: (name: string) => boolean;
}

const MAX_FOUND = 50;
/** Finding the way to find is no find. */
const ITSELF = "tool_search";

export function createSearchService({
  search,
  reveal,
  accepts = () => true,
}: SearchServiceOptions): NonNullable<SessionServices["tools"]> {
  return {
    async search(query, limit) {
      const found = search(query, {
        limit: Math.min(MAX_FOUND, Math.max(0, Math.floor(limit) || 0)),
        accepts: (name) => name !== ITSELF && accepts(name),
      });
      reveal(found.map(({ name }) => name));
      return found;
    },
  };
}
