import type { Member, MemberSides } from "./merge-members.ts";

type Change = "added" | "edited" | "removed";

/**
 * True when all that only one side did is additions, or all of it is edits of members that the other side left alone. A member that one
 * side put among others while these were edited or taken away on the other may not be wanted there any more, and nothing else in the
 * file says so. What both sides changed, alike or not, does not count here.
 */
export function changesOfOneKind({ base, ours, theirs }: MemberSides<Member>): boolean {
  const [before, here, there] = [meanings(base), meanings(ours), meanings(theirs)];
  const changes = new Map<"ours" | "theirs", Set<Change>>();
  for (const key of new Set([...before.keys(), ...here.keys(), ...there.keys()])) {
    const [old, our, their] = [before.get(key), here.get(key), there.get(key)];
    if ((our === old) === (their === old)) continue;
    const [side, now] = our === old ? (["theirs", their] as const) : (["ours", our] as const);
    const change = old === undefined ? "added" : now === undefined ? "removed" : "edited";
    changes.set(side, (changes.get(side) ?? new Set()).add(change));
  }
  const [some, others] = [changes.get("ours"), changes.get("theirs")];
  if (some === undefined || others === undefined) return true;
  const kinds = some.union(others);
  return kinds.size === 1 && !kinds.has("removed");
}

function meanings(members: readonly Member[]): ReadonlyMap<string, string> {
  return new Map(members.map(({ key, meaning }) => [key, meaning]));
}
