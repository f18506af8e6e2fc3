import type { FolderListing, ListFolder } from "./remember-listings.ts";

/** Lists each folder once, for a reader that asks twice about one moment. */
export function listOnce(list: ListFolder): ListFolder {
  const known = new Map<string, FolderListing>();
  return (folder) => {
    const listing = known.get(folder) ?? list(folder);
    known.set(folder, listing);
    return listing;
  };
}
