/**
 * Picks the keys of a call that need an answer: those of something that was asked about. A command that a rule allows
 * needs no approval, so `npm test && git status` passes when the person approved the one and a rule allows the other.
 */
import type { ApprovalKey, Footprint, Opinion } from "@toolplane/contract";

/**
 * The keys behind the opinions that ask; all of them when one asks about the call as a whole. Null when something that is
 * asked about has no key (opaque, or a neutral command that a rule asks about): then only a person can answer.
 */
export function askedKeys(
  keys: readonly ApprovalKey[] | null,
  footprint: Footprint,
  opinions: readonly Opinion[],
): readonly ApprovalKey[] | null {
  if (keys === null) return null;
  const asked = new Set<ApprovalKey>();
  for (const { action, resource } of opinions) {
    if (action !== "ask") continue;
    const about = resource === undefined ? undefined : footprint.resources[resource];
    if (about === undefined) return keys;
    const key = keys.find(({ cover }) => cover.includes(about));
    if (key === undefined) return null;
    asked.add(key);
  }
  return keys.filter((key) => asked.has(key));
}
