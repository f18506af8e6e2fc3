/** Reads a whole list of a server: what can be offered, by name, and what is left out. */
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import {
  isQuarantined,
  type QuarantinedTool,
  type ReadContext,
  type ReadTool,
  readDefinition,
} from "./read-definition.ts";

export interface Listing {
  readonly tools: ReadonlyMap<string, ReadTool>;
  readonly quarantined: readonly QuarantinedTool[];
}

export interface ListingContext extends ReadContext {
  readonly limits: ReadContext["limits"] & Pick<UpstreamLimits, "maxTools">;
}

/** A name that stands twice means neither: nobody could say which of the two was agreed to. */
export function readListing(given: readonly unknown[], context: ListingContext): Listing {
  const tools = new Map<string, ReadTool>();
  const quarantined: QuarantinedTool[] = [];
  const seen = new Set<string>();
  const twice = new Set<string>();
  const { maxTools } = context.limits;
  for (const definition of given.slice(0, maxTools)) {
    const read = readDefinition(definition, context);
    if (seen.has(read.remoteName)) twice.add(read.remoteName);
    seen.add(read.remoteName);
    if (isQuarantined(read)) quarantined.push(read);
    else tools.set(read.remoteName, read);
  }
  for (const remoteName of twice) {
    if (tools.delete(remoteName))
      quarantined.push({ remoteName, reason: "the server has two tools of this name" });
  }
  const over = given.length - maxTools;
  if (over > 0)
    quarantined.push({
      remoteName: "",
      reason: `${over} tools beyond the ${maxTools} that are read`,
    });
  return { tools, quarantined };
}
