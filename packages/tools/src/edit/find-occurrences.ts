/**
 * Finds the places of one text in another. The engine's own search is fast, but with a long text that nearly fits
 * everywhere it takes hours; so of a long text only a fragment is searched for and the rest compared there, and when
 * even that is too much work, a search that never looks back takes over.
 */

export interface OccurrenceSearch {
  /** Every place that could be meant, also those that overlap; else only those that can all be replaced. */
  readonly overlapping: boolean;
  readonly limit?: number;
}

const FRAGMENT_CHARS = 64;
/** Characters compared at candidates before the search changes. */
const MAX_COMPARED = 50_000_000;

/** The indexes of `part`, in order. */
export function findOccurrences(
  whole: string,
  part: string,
  { overlapping, limit = Number.POSITIVE_INFINITY }: OccurrenceSearch,
): readonly number[] {
  const places: number[] = [];
  if (part === "") return places;
  const step = overlapping ? 1 : part.length;
  const offset = Math.max(0, (part.length - FRAGMENT_CHARS) >> 1);
  const fragment = part.slice(offset, offset + FRAGMENT_CHARS);
  let compared = 0;
  let from = 0;
  while (places.length < limit && compared <= MAX_COMPARED) {
    const at = whole.indexOf(fragment, from + offset);
    if (at === -1) return places;
    compared += part.length;
    const start = at - offset;
    const isThere = whole.startsWith(part, start);
    if (isThere) places.push(start);
    from = start + (isThere ? step : 1);
  }
  if (places.length < limit) scan(whole, part, { from, step, limit, places });
  return places;
}

/** Knuth, Morris and Pratt: time grows with the lengths, never with their product. */
function scan(
  whole: string,
  part: string,
  state: {
    readonly from: number;
    readonly step: number;
    readonly limit: number;
    readonly places: number[];
  },
): void {
  const borders = bordersOf(part);
  let matched = 0;
  for (
    let index = state.from;
    index < whole.length && state.places.length < state.limit;
    index += 1
  ) {
    const unit = whole.charCodeAt(index);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched += 1;
    if (matched < part.length) continue;
    state.places.push(index - part.length + 1);
    matched = state.step === 1 ? (borders[matched - 1] ?? 0) : 0;
  }
}

function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let length = 0;
  for (let index = 1; index < part.length; index += 1) {
    const unit = part.charCodeAt(index);
    while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    if (part.charCodeAt(length) === unit) length += 1;
    borders[index] = length;
  }
  return borders;
}
