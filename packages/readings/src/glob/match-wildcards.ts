/** Relates one element of a pattern to one element of a subject. */
export interface WildcardReading<P, S> {
  /** True for the element that means any sequence, the empty one included. */
  isStar(element: P): boolean;
  /** True when an element that is no star accepts exactly this one element of the subject. */
  accepts(element: P, subject: S): boolean;
  /** True when a star may take this element; without it a star takes anything. */
  starTakes?(subject: S): boolean;
}

/**
 * Matches a whole subject against a pattern with stars, for any alphabet: characters, path segments, or the symbols of
 * another pattern (which is how containment is tested). Only the last star is ever reconsidered, which is enough because
 * every other element takes exactly one; so the cost is at most length × length and no pattern can blow it up. Where a star
 * does not take everything it is still enough, as long as no element accepts both what a star takes and what it does not.
 */
export function matchWildcards<P, S>(
  pattern: readonly P[],
  subject: readonly S[],
  reading: WildcardReading<P, S>,
): boolean {
  let at = 0;
  let taken = 0;
  let star = -1;
  let resume = 0;
  while (taken < subject.length) {
    if (at < pattern.length && reading.isStar(pattern[at] as P)) {
      star = at;
      resume = taken;
      at += 1;
    } else if (at < pattern.length && reading.accepts(pattern[at] as P, subject[taken] as S)) {
      at += 1;
      taken += 1;
    } else if (star >= 0 && reading.starTakes?.(subject[resume] as S) !== false) {
      resume += 1;
      taken = resume;
      at = star + 1;
    } else {
      return false;
    }
  }
  while (at < pattern.length && reading.isStar(pattern[at] as P)) at += 1;
  return at === pattern.length;
}
