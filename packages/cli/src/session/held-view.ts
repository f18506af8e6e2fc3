/** Counts what an open session holds in its view and nobody has landed. */
import { changeCount, countChanges } from "@toolplane/contract";
import type { Product } from "@toolplane/library/rooms/product";
import type { HeldWork } from "../terminal/changes/view-words.ts";

/** Null where it works in the project itself, or everything has landed. */
export async function heldView(
  { host: { views } }: Pick<Product, "host">,
  sessionId: string,
): Promise<HeldWork | null> {
  const view = views?.of(sessionId) ?? null;
  if (views === undefined || view === null) return null;
  const counts = countChanges(await views.show(view.id));
  return changeCount(counts) === 0 ? null : { id: view.id, counts };
}
