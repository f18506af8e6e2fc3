/** A row that is laid out in canonical order, member by member, and then written by the engine's own serialiser. */
import { sortMembers } from "@toolplane/readings";
import { canonicalJson } from "../../digest/digest-of.ts";

/** An object that is being laid out in order. */
export interface Layout {
  /** Set once a member was met that the engine's serialiser does not write canonically. */
  plain: boolean;
}

/** The same value with its members in order, itself where they are already. */
export function inOrder(value: unknown, layout: Layout): unknown {
  const sorted = sortMembers(value);
  if (sorted.ok) return sorted.value;
  layout.plain = true;
  return value;
}

/** The canonical text of an object that was laid out in order. */
export function layoutText(value: object, layout: Layout): string {
  return layout.plain ? canonicalJson(value) : JSON.stringify(value);
}
