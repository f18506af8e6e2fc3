/**
 * Finds many literal texts in one pass (Wu and Manber, 1994). A block of two or three characters, taken where the shortest
 * needle would end, says how far the search may jump; only where a needle's own block turns up is anything compared. The
 * time hardly depends on the number of needles: a thousand forms of a hundred secrets cost what one costs.
 */

/** A search for a fixed set of texts. */
export interface MultiSearch {
  /** Tells every occurrence, overlapping ones too, in order of their start: where, and which needle. */
  scan(text: string, visit: (start: number, needle: number) => void): void;
  /** Where the text's end could be the beginning of a needle that is not complete yet; the length when nowhere. */
  pendingFrom(text: string): number;
  /** The longest needle's length. */
  readonly longest: number;
}

const TABLE_BITS = 15;
const TABLE_MASK = (1 << TABLE_BITS) - 1;

/** `needles` must not be empty texts; two characters is the least that can be told apart. */
export function createMultiSearch(needles: readonly string[]): MultiSearch {
  const shortest = needles.reduce((least, { length }) => Math.min(least, length), Infinity);
  const longest = needles.reduce((most, { length }) => Math.max(most, length), 0);
  const pendingFrom = createPendingSearch(needles, longest);
  if (needles.length === 0) return { scan: () => undefined, pendingFrom, longest };
  const tables = buildTables(needles, shortest);
  return { scan: (text, visit) => scan(text, tables, visit), pendingFrom, longest };
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

function hashAt(text: string, end: number, triple: boolean): number {
  const pair = (text.charCodeAt(end - 1) << 5) ^ text.charCodeAt(end);
  return (triple ? pair ^ (text.charCodeAt(end - 2) << 10) : pair << 2) & TABLE_MASK;
}

function scan(text: string, tables: Tables, visit: (start: number, needle: number) => void): void {
  const { needles, shortest, triple, shifts, buckets } = tables;
  let end = shortest - 1;
  while (end < text.length) {
    const hash = hashAt(text, end, triple);
    const shift = shifts[hash] as number;
    if (shift > 0) {
      end += shift;
      continue;
    }
    const start = end - shortest + 1;
    for (const id of buckets.get(hash) ?? []) {
      if (text.startsWith(needles[id] as string, start)) visit(start, id);
    }
    end += 1;
  }
}

/** Needles by their first character, so that a tail which begins none of them costs one look-up for each position. */
function createPendingSearch(
  needles: readonly string[],
  longest: number,
): (text: string) => number {
  const byFirst = new Map<number, string[]>();
  for (const needle of needles) {
    const first = needle.charCodeAt(0);
    const group = byFirst.get(first);
    if (group === undefined) byFirst.set(first, [needle]);
    else group.push(needle);
  }
  return (text) => {
    for (let at = Math.max(0, text.length - longest + 1); at < text.length; at++) {
      const group = byFirst.get(text.charCodeAt(at));
      if (group === undefined) continue;
      const tail = text.slice(at);
      if (group.some((needle) => needle.length > tail.length && needle.startsWith(tail))) return at;
    }
    return text.length;
  };
}
