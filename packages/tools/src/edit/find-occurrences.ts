/** Where one text stands in another. */

/** Bounds a search. */
export interface OccurrenceSearch {
  /** Every place that could be meant, also those that overlap; else only those that can all be replaced. */
  readonly overlapping: boolean;
  readonly limit?: number;
}

/** The indexes at which `part` stands, in order. */
export function findOccurrences(
  whole: string,
  part: string,
  { overlapping, limit = Number.POSITIVE_INFINITY }: OccurrenceSearch,
): readonly number[] {
  const places: number[] = [];
  if (part === "") return places;
  const step = overlapping ? 1 : part.length;
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + step)) {
    places.push(at);
    if (places.length >= limit) break;
  }
  return places;
}
