/**
 * Finds many literal texts in one pass (Wu and Manber, 1994). A block of two or three characters, taken where the shortest
 * needle would end, says how far the search may jump; only where a needle's own block turns up is anything compared. The
 * time hardly depends on the number of needles: a thousand forms of a hundred secrets cost what one costs.
 */

interface Hit {
  readonly start: number;
  readonly id: number;
}

/** A search for a fixed set of texts. */
export interface MultiSearch {
  /** Every occurrence, overlapping ones too, in order of their start; null when there is none. */
  find(text: string): readonly Hit[] | null;
  /** True when there is one; ends at the first. */
  has(text: string): boolean;
  /** Where the text's end could be the beginning of a needle that is not complete yet; the length when nowhere. */
  pendingFrom(text: string): number;
  /** The longest needle's length. */
  readonly longest: number;
}

const TABLE_BITS = 15;
const SECOND_BITS = 7;
const SECOND_MASK = (1 << SECOND_BITS) - 1;
const TABLE_MASK = (1 << TABLE_BITS) - 1;

/** `needles` must not be empty texts; two characters is the least that can be distinguished. */
export function createMultiSearch(needles: readonly string[]): MultiSearch {
  const shortest = needles.reduce((least, { length }) => Math.min(least, length), Infinity);
  const longest = needles.reduce((most, { length }) => Math.max(most, length), 0);
  const pendingFrom = createPendingSearch(needles, longest);
  if (needles.length === 0) return { find: () => null, has: () => false, pendingFrom, longest };
  const tables = buildTables(needles, shortest);
  const find = tables.triple ? findByTriples : findByPairs;
  return {
    find: (text) => find(text, tables, Infinity),
    has: (text) => find(text, tables, 1) !== null,
    pendingFrom,
    longest,
  };
}

interface Tables {
  readonly needles: readonly string[];
  readonly shortest: number;
  /** Characters in a block: two, or three once the shortest needle leaves room for a jump. */
  readonly triple: boolean;
  readonly shifts: Uint8Array;
  /** Needles by the block that ends their first `shortest` characters. */
  readonly buckets: ReadonlyMap<number, readonly number[]>;
}

function buildTables(needles: readonly string[], shortest: number): Tables {
  const triple = shortest >= 5;
  const block = triple ? 3 : 2;
  const shifts = new Uint8Array(1 << TABLE_BITS).fill(Math.min(255, shortest - block + 1));
  if (!triple) widenJumps(shifts, needles, shortest);
  const buckets = new Map<number, number[]>();
  needles.forEach((needle, id) => {
    for (let end = block - 1; end < shortest; end++) {
      const hash = hashAt(needle, end, triple);
      shifts[hash] = Math.min(shifts[hash] as number, shortest - 1 - end);
    }
    const hash = hashAt(needle, shortest - 1, triple);
    const bucket = buckets.get(hash);
    if (bucket === undefined) buckets.set(hash, [id]);
    else bucket.push(id);
  });
  return { needles, shortest, triple, shifts, buckets };
}

/**
 * Behind a pair that is in no needle the search may jump so far that its second character can still begin one; where no
 * needle begins with such a character, one further. The lowest bits of a pair's hash are those of its second character.
 * The shortest needles leave jumps of one or two, so that one is worth a fifth of the time.
 */
function widenJumps(shifts: Uint8Array, needles: readonly string[], shortest: number): void {
  const firsts = new Set(needles.map((needle) => needle.charCodeAt(0) & SECOND_MASK));
  for (let second = 0; second <= SECOND_MASK; second++)
    if (!firsts.has(second)) shifts[second] = shortest;
  // The same for every first character. Not in a loop: a process that starts pays for each turn, and there are
  // thousands.
  for (let filled = SECOND_MASK + 1; filled < shifts.length; filled *= 2)
    shifts.copyWithin(filled, 0, filled);
}

function hashAt(text: string, end: number, triple: boolean): number {
  const last = text.charCodeAt(end);
  const middle = text.charCodeAt(end - 1);
  return triple ? hashTriple(text.charCodeAt(end - 2), middle, last) : hashPair(middle, last);
}

function hashPair(first: number, second: number): number {
  return ((first << SECOND_BITS) ^ second) & TABLE_MASK;
}

function hashTriple(first: number, second: number, third: number): number {
  return ((first << 10) ^ (second << 5) ^ third) & TABLE_MASK;
}

// Two loops that differ in one line: this is the hottest code of the road, and a branch in it costs a third.
function findByPairs(text: string, tables: Tables, most: number): readonly Hit[] | null {
  const { shifts, shortest } = tables;
  const { length } = text;
  let hits: Hit[] | null = null;
  let end = shortest - 1;
  while (end < length) {
    const hash = hashPair(text.charCodeAt(end - 1), text.charCodeAt(end));
    const shift = shifts[hash] as number;
    end += shift;
    if (shift !== 0) continue;
    hits = compare(text, { start: end - shortest + 1, hash, tables }, hits);
    if (hits !== null && hits.length >= most) return hits;
    end += 1;
  }
  return hits;
}

function findByTriples(text: string, tables: Tables, most: number): readonly Hit[] | null {
  const { shifts, shortest } = tables;
  const { length } = text;
  let hits: Hit[] | null = null;
  let end = shortest - 1;
  while (end < length) {
    const hash = hashTriple(
      text.charCodeAt(end - 2),
      text.charCodeAt(end - 1),
      text.charCodeAt(end),
    );
    const shift = shifts[hash] as number;
    end += shift;
    if (shift !== 0) continue;
    hits = compare(text, { start: end - shortest + 1, hash, tables }, hits);
    if (hits !== null && hits.length >= most) return hits;
    end += 1;
  }
  return hits;
}

function compare(
  text: string,
  at: { readonly start: number; readonly hash: number; readonly tables: Tables },
  hits: Hit[] | null,
): Hit[] | null {
  let all = hits;
  for (const id of at.tables.buckets.get(at.hash) ?? []) {
    if (!text.startsWith(at.tables.needles[id] as string, at.start)) continue;
    all ??= [];
    all.push({ start: at.start, id });
  }
  return all;
}

/** Needles by their first two characters, so that a tail which begins none of them costs one look-up for each position. */
function createPendingSearch(
  needles: readonly string[],
  longest: number,
): (text: string) => number {
  const firsts = new Set<number>();
  const byPair = new Map<number, string[]>();
  for (const needle of needles) {
    firsts.add(needle.charCodeAt(0));
    const pair = pairAt(needle, 0);
    const group = byPair.get(pair);
    if (group === undefined) byPair.set(pair, [needle]);
    else group.push(needle);
  }
  return (text) => {
    const last = text.length - 1;
    for (let at = Math.max(0, text.length - longest + 1); at < last; at++) {
      const group = byPair.get(pairAt(text, at));
      if (group === undefined) continue;
      const tail = text.slice(at);
      if (group.some((needle) => needle.length > tail.length && needle.startsWith(tail))) return at;
    }
    return last >= 0 && firsts.has(text.charCodeAt(last)) ? last : text.length;
  };
}

function pairAt(text: string, at: number): number {
  return text.charCodeAt(at) * 0x1_0000 + text.charCodeAt(at + 1);
}
