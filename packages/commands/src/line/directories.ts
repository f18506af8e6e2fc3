/**
 * Where a line may be at one point: the directories that are possible there, or null when nobody can say. `cd` may fail, and
 * `&&` and `||` depend on it, so a place is a small set; every operand is resolved against each member.
 */

/** A directory by the name the shell knows it under, and really. */
export interface Directory {
  readonly lexical: string;
  readonly real: string;
}

/** The directories a line may be in at one point, those it left, and the stack of `pushd`. */
export interface Whereabouts {
  readonly now: readonly Directory[] | null;
  readonly previous: readonly Directory[] | null;
  readonly stack: readonly (readonly Directory[] | null)[] | null;
}

/** The places after a command, when it succeeds and when it fails; undefined when that cannot happen. */
export interface Outcome {
  readonly success: Whereabouts | undefined;
  readonly failure: Whereabouts | undefined;
}

const MAX_PLACES = 4;

/** Nothing is known of where the line is: it may be anywhere. */
export const NOWHERE: Whereabouts = { now: null, previous: null, stack: null };

export function startAt(directory: Directory | null): Whereabouts {
  return { now: directory === null ? null : [directory], previous: null, stack: [] };
}

/** A command that stays where it is. */
export function staying(where: Whereabouts): Outcome {
  return { success: where, failure: where };
}

/** Where a line may be after one of two ways, when nobody knows which it went. */
export function mergeWhereabouts(
  one: Whereabouts | undefined,
  other: Whereabouts | undefined,
): Whereabouts | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  const now = union(one.now, other.now);
  const previous = union(one.previous, other.previous);
  const stack = one.stack === other.stack ? one.stack : null;
  // The same place stays the same value: what was read there need not be read again.
  for (const known of [one, other, NOWHERE])
    if (now === known.now && previous === known.previous && stack === known.stack) return known;
  return { now, previous, stack };
}

function union(
  one: readonly Directory[] | null,
  other: readonly Directory[] | null,
): readonly Directory[] | null {
  if (one === null || other === null || one === other)
    return one === null || other === null ? null : one;
  const more = other.filter(
    (each) => !one.some((known) => known.real === each.real && known.lexical === each.lexical),
  );
  if (more.length === 0) return one;
  return one.length + more.length > MAX_PLACES ? null : [...one, ...more];
}
