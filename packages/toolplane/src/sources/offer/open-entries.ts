import type { OfferContext } from "@toolplane/mcp";
import type { Placed } from "./place-entries.ts";
import { type RoadCall, verdictOf } from "./road-call.ts";

/** Those that this client could ever have: what a rule denies is as good as not there. Nothing is read, and nobody is asked. */
export async function openEntries<T>(
  placed: readonly Placed<T>[],
  context: OfferContext,
  of: (one: Placed<T>) => RoadCall,
): Promise<readonly Placed<T>[]> {
  const verdicts = await Promise.all(placed.map((one) => verdictOf(context, of(one))));
  return placed.filter((_, at) => verdicts[at] !== "deny");
}
