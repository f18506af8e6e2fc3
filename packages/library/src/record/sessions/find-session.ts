/** A session by its id or by the beginning of it. */
import type { SessionManifest } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { newestFirst } from "./list-sessions.ts";

/** Number of ids offered where none or several fit. */
const OFFERED = 3;

/** `ids`: the newest that could have been meant. */
export type FoundSession =
  | { readonly found: "one"; readonly manifest: SessionManifest }
  | { readonly found: "several" | "none"; readonly ids: readonly string[]; readonly total: number };

/** Looks for it. An id that is given whole is found even where it is the beginning of another. */
export async function findSession(
  store: Pick<Store, "sessions">,
  idOrPrefix: string,
): Promise<FoundSession> {
  const exact = await store.sessions.get(idOrPrefix);
  if (exact) return { found: "one", manifest: exact };
  const all = await newestFirst(store);
  const fitting =
    idOrPrefix === "" ? [] : all.filter(({ sessionId }) => sessionId.startsWith(idOrPrefix));
  const [first, second] = fitting;
  if (first && !second) return { found: "one", manifest: first };
  const offered = first ? fitting : all;
  const ids = offered.slice(0, OFFERED).map(({ sessionId }) => sessionId);
  return { found: first ? "several" : "none", ids, total: offered.length };
}
