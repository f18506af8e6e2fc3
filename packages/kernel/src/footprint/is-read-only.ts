/** Tells whether a call is no more than reads: then it needs no write-ahead intent, and one batched row is all it costs. */
import type { Footprint } from "@toolplane/contract";
import { kindOf } from "../resource/kinds.ts";

/** True when nothing in the footprint can change anything. What is not understood can. */
export function isReadOnly(
  footprint: Footprint,
  options: { readonly toolReads: boolean },
): boolean {
  return footprint.resources.every((resource) => kindOf(resource).readsOnly(resource, options));
}
