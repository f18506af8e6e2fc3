/**
 * Maps terms to the tools that hold them. Postings are two parallel lists in no order: taking one out moves the last
 * into its place, so a tool comes and goes for the price of its own terms. A term without a tool is forgotten whole, so
 * that servers whose tools change all day do not fill the memory.
 */

/** One term with the tools that hold it. */
export interface Term {
  readonly text: string;
  readonly slots: number[];
  /** How strongly each tool holds it: occurrences, weighted by field and by the field's length. */
  readonly weights: number[];
}

export interface TermTable {
  find(text: string): Term | undefined;
  /** Says that the tool in this slot holds the term. */
  post(text: string, slot: number, weight: number): Term;
  /** Takes the tool out of the term. */
  withdraw(term: Term, slot: number): void;
  /** Longer terms that begin or end with this one: `forecast` in `weatherforecast`. */
  compounds(text: string): readonly Term[];
  /** Terms that are one slip of the finger away: a letter more, less, other, or two swapped. Never the first letter. */
  near(text: string): readonly Term[];
}

/** Letters that two terms must share at an end to be looked at, and that a compound must have beside them. */
const MIN_PART = 4;
const MIN_REST = 3;
/** Shorter words have too many neighbours. */
const MIN_NEAR = 5;

export function createTermTable(): TermTable {
  const terms = new Map<string, Term>();
  const heads = new Map<string, Set<Term>>();
  const tails = new Map<string, Set<Term>>();
  const shapes = new Map<string, Set<Term>>();
  return {
    find: (text) => terms.get(text),
    post(text, slot, weight) {
      let term = terms.get(text);
      if (!term) {
        term = { text, slots: [], weights: [] };
        terms.set(text, term);
        for (const [bucket, key] of places(text)) addTo(bucket, key, term);
      }
      term.slots.push(slot);
      term.weights.push(weight);
      return term;
    },
    withdraw(term, slot) {
      const at = term.slots.indexOf(slot);
      if (at < 0) return;
      moveLastTo(term.slots, at);
      moveLastTo(term.weights, at);
      if (term.slots.length > 0) return;
      terms.delete(term.text);
      for (const [bucket, key] of places(term.text)) removeFrom(bucket, key, term);
    },
    compounds(text) {
      if (text.length < MIN_PART) return [];
      const longer = (term: Term): boolean => term.text.length >= text.length + MIN_REST;
      const starting = [...(heads.get(text.slice(0, MIN_PART)) ?? [])];
      const ending = [...(tails.get(text.slice(-MIN_PART)) ?? [])];
      return [
        ...starting.filter((term) => longer(term) && term.text.startsWith(text)),
        ...ending.filter((term) => longer(term) && term.text.endsWith(text)),
      ];
    },
    near(text) {
      if (text.length < MIN_NEAR) return [];
      const found: Term[] = [];
      for (const length of [text.length - 1, text.length, text.length + 1]) {
        for (const term of shapes.get(shapeOf(text, length)) ?? [])
          if (isOneSlip(text, term.text)) found.push(term);
      }
      return found;
    },
  };

  function places(text: string): readonly (readonly [Map<string, Set<Term>>, string])[] {
    return [
      [shapes, shapeOf(text, text.length)],
      ...(text.length >= MIN_PART + MIN_REST
        ? ([
            [heads, text.slice(0, MIN_PART)],
            [tails, text.slice(-MIN_PART)],
          ] as const)
        : []),
    ];
  }
}

function shapeOf(text: string, length: number): string {
  return `${text.charAt(0)}${length}`;
}

function addTo(bucket: Map<string, Set<Term>>, key: string, term: Term): void {
  const held = bucket.get(key);
  if (held) held.add(term);
  else bucket.set(key, new Set([term]));
}

function removeFrom(bucket: Map<string, Set<Term>>, key: string, term: Term): void {
  const held = bucket.get(key);
  held?.delete(term);
  if (held?.size === 0) bucket.delete(key);
}

function moveLastTo(list: number[], at: number): void {
  const last = list.pop();
  if (last !== undefined && at < list.length) list[at] = last;
}

/** Compares from both ends: what is left between them decides. */
function isOneSlip(left: string, right: string): boolean {
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left.charCodeAt(head) === right.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    left.charCodeAt(left.length - 1 - tail) === right.charCodeAt(right.length - 1 - tail)
  )
    tail += 1;
  const restLeft = left.length - head - tail;
  const restRight = right.length - head - tail;
  if (restLeft <= 1 && restRight <= 1) return restLeft + restRight > 0;
  const swapped = left[head] === right[head + 1] && left[head + 1] === right[head];
  return restLeft === 2 && restRight === 2 && swapped;
}
