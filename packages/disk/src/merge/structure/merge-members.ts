// Named members of three versions become one list, or null: what is not certain is a conflict. Certain are an edit, a removal or an
// addition on one side only, and the same change on both. Not certain are, beside two different edits of one member:
// - an edit here and a removal there, and one name added twice with different content;
// - removals on both sides, or on one while the other did something too: together with additions they may be one member renamed in
//   two ways, or a new convention that what the other side added does not follow;
// - another order on one side: what was edited in one place may have been moved to the other.

import { loneChanges } from "./lone-changes.ts";
import type { Member, MemberSides } from "./member.ts";

/** Merges one member that both sides have and that differs; null when that is not certain. */
export type MergeMember<M extends Member> = (sides: {
  readonly base: M;
  readonly ours: M;
  readonly theirs: M;
}) => M | null;

/** The members in the order of ours; what theirs added stands behind the member that it follows there. */
export function mergeMembers<M extends Member>(
  sides: MemberSides<M>,
  mergeMember: MergeMember<M>,
): readonly M[] | null {
  const { base, ours, theirs } = sides;
  if (sameMembers(base, theirs) || sameMembers(ours, theirs)) return ours;
  if (sameMembers(base, ours)) return theirs;
  if ([base, ours, theirs].some(hasTwice)) return null;
  if (isReordered(base, ours) || isReordered(base, theirs)) return null;
  if (lacksSome(base, ours) && lacksSome(base, theirs)) return null;
  const lone = loneChanges(sides);
  const removes = lone.ours.has("removed") || lone.theirs.has("removed");
  if (removes && lone.ours.size > 0 && lone.theirs.size > 0) return null;
  const kept = mergeOurs(sides, mergeMember);
  return kept === null ? null : withAdded(kept, sides);
}

function mergeOurs<M extends Member>(
  { base, ours, theirs }: MemberSides<M>,
  mergeMember: MergeMember<M>,
): M[] | null {
  const before = byKey(base);
  const there = byKey(theirs);
  const kept: M[] = [];
  for (const member of ours) {
    const old = before.get(member.key);
    const other = there.get(member.key);
    if (old === undefined && other === undefined) kept.push(member);
    else if (other?.meaning === member.meaning) kept.push(member);
    else if (old === undefined) return null;
    else if (other === undefined) {
      if (old.meaning !== member.meaning) return null;
    } else {
      const merged = mergeOne({ base: old, ours: member, theirs: other }, mergeMember);
      if (merged === null) return null;
      kept.push({ ...merged, lead: member.lead });
    }
  }
  const here = byKey(ours);
  const isEditedAway = theirs.some(({ key, meaning }) => {
    const old = before.get(key);
    return old !== undefined && !here.has(key) && old.meaning !== meaning;
  });
  return isEditedAway ? null : kept;
}

function mergeOne<M extends Member>(
  sides: { readonly base: M; readonly ours: M; readonly theirs: M },
  mergeMember: MergeMember<M>,
): M | null {
  if (sides.base.meaning === sides.theirs.meaning) return sides.ours;
  return sides.base.meaning === sides.ours.meaning ? sides.theirs : mergeMember(sides);
}

function withAdded<M extends Member>(kept: M[], { base, theirs }: MemberSides<M>): readonly M[] {
  const before = byKey(base);
  const here = byKey(kept);
  let place = 0;
  for (const member of theirs) {
    const at = kept.findIndex(({ key }) => key === member.key);
    if (at >= 0) place = at + 1;
    else if (!before.has(member.key) && !here.has(member.key)) {
      kept.splice(place, 0, member);
      place += 1;
    }
  }
  return kept;
}

function sameMembers(some: readonly Member[], others: readonly Member[]): boolean {
  return (
    some.length === others.length &&
    some.every(
      ({ key, meaning }, index) => key === others[index]?.key && meaning === others[index]?.meaning,
    )
  );
}

function hasTwice(members: readonly Member[]): boolean {
  return byKey(members).size < members.length;
}

function isReordered(base: readonly Member[], side: readonly Member[]): boolean {
  const before = byKey(base);
  const after = byKey(side);
  const left = base.filter(({ key }) => after.has(key));
  const right = side.filter(({ key }) => before.has(key));
  return left.some(({ key }, index) => key !== right[index]?.key);
}

function lacksSome(base: readonly Member[], side: readonly Member[]): boolean {
  const keys = byKey(side);
  return base.some(({ key }) => !keys.has(key));
}

function byKey<M extends Member>(members: readonly M[]): ReadonlyMap<string, M> {
  return new Map(members.map((member) => [member.key, member]));
}
