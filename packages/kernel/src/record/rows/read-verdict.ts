/**
 * Reads verdicts of rows. A row of an earlier version holds the opinion that decided itself instead of its place, where
 * it was none of those listed; and it repeats the verdict of a refused call in its detail. Such rows are read as if
 * they had been written today.
 */
import type { Json, JsonObject, Opinion, Verdict } from "@toolplane/contract";
import { canonicalJson } from "../../digest/digest-of.ts";
import { isMembers } from "./is-members.ts";
import { type Content, readContent } from "./payload.ts";

export type StoredVerdict = Omit<Verdict, "winner"> & { readonly winner: number | Opinion };

/** The verdict of a row. One that does not say who decided says that. */
export function readVerdict(stored: StoredVerdict | null): Verdict | null {
  if (!stored) return null;
  const { action, hard, opinions, winner } = stored;
  if (typeof winner === "number" && winner in opinions) return { ...stored, winner };
  const decider: Opinion =
    typeof winner === "object" && winner !== null
      ? winner
      : { judge: "rules", action, hard, reason: "The record does not say who decided." };
  const text = canonicalJson(decider);
  const place = opinions.findIndex((opinion) => canonicalJson(opinion) === text);
  return place >= 0
    ? { ...stored, winner: place }
    : { ...stored, opinions: [...opinions, decider], winner: opinions.length };
}

/** The facts of a settled call as they would be written today. */
export function factsOfToday(facts: Json, payloads: ReadonlyMap<string, Uint8Array>): Json {
  if (!isMembers(facts) || !isMembers(facts.verdict)) return facts;
  const verdict = verdictOfToday(facts.verdict);
  const { detail, ...rest } = facts;
  const told = detail ? readContent(detail as Content, payloads) : undefined;
  return repeats(told, verdict) ? { ...rest, verdict } : { ...facts, verdict };
}

function repeats(detail: Json | undefined, verdict: Json): boolean {
  if (!isMembers(detail) || !isMembers(detail.verdict) || Object.keys(detail).length > 1)
    return false;
  return canonicalJson(verdictOfToday(detail.verdict)) === canonicalJson(verdict);
}

function verdictOfToday(stored: JsonObject): Json {
  return readVerdict(stored as unknown as StoredVerdict) as unknown as Json;
}
