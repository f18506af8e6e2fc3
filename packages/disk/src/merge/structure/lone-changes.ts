import type { Member, MemberSides } from "./member.ts";

export type LoneChange = "added" | "edited" | "removed";

/** The kinds of changes that only ours made, and that only theirs made. A member that both changed, alike or not, is in neither. */
export function loneChanges({ base, ours, theirs }: MemberSides<Member>): {
  readonly ours: ReadonlySet<LoneChange>;
  readonly theirs: ReadonlySet<LoneChange>;
} {
  const before = meanings(base);
  const here = meanings(ours);
  const there = meanings(theirs);
  const found = { ours: new Set<LoneChange>(), theirs: new Set<LoneChange>() };
  for (const key of new Set([...before.keys(), ...here.keys(), ...there.keys()])) {
    const old = before.get(key);
    const our = here.get(key);
    const their = there.get(key);
    if ((our === old) === (their === old)) continue;
    const now = our === old ? their : our;
    const change = old === undefined ? "added" : now === undefined ? "removed" : "edited";
    found[our === old ? "theirs" : "ours"].add(change);
  }
  return found;
}

function meanings(members: readonly Member[]): ReadonlyMap<string, string> {
  return new Map(members.map(({ key, meaning }) => [key, meaning]));
}
