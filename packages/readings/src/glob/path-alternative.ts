/**
 * One path glob without braces, compiled: leading plain segments as text, the rest as globs. Whole segments only, so a
 * pattern never matches a neighbour that shares its prefix. Trailing `/` means everything below, like `/**`.
 */
import type { Reading } from "../reading.ts";
import { matchWildcards, type WildcardReading } from "./match-wildcards.ts";
import { compileTextGlob, coversGlob, literalGlob, ONE, STAR, type TextGlob } from "./text-glob.ts";

/** A segment glob, or null for `**`. */
export type Segment = TextGlob | null;

/** One alternative of a path pattern. Paths are given as prepared by `pathSubject`. */
export interface PathAlternative {
  readonly segments: readonly Segment[];
  readonly literal: boolean;
  readonly test: (path: string) => boolean;
}

const CONTAINS: WildcardReading<Segment, Segment> = {
  isStar: (segment) => segment === null,
  accepts: (wide, narrow) => narrow !== null && wide !== null && coversGlob(wide, narrow),
};

const MATCHES: WildcardReading<Segment, string> = {
  isStar: (segment) => segment === null,
  accepts: (segment, text) => (segment as TextGlob).test(text),
};

/** Compiles an absolute glob; `..`, NUL and a relative text are faults. */
export function compilePathAlternative(text: string): Reading<PathAlternative> {
  if (!text.startsWith("/")) return { ok: false, message: "is not absolute" };
  if (text.includes("\0")) return { ok: false, message: "holds a NUL" };
  const parts = splitSegments(text.endsWith("/") ? `${text}**` : text);
  if (parts.includes("..")) return { ok: false, message: "holds a .. segment" };
  return { ok: true, value: alternativeOf(orderSegments(parts.map(readPathSegment))) };
}

/** One segment of a path glob: `*` and `?` are wild, a backslash keeps a sign of ours as it is; null for `**`. */
export function readPathSegment(part: string): Segment {
  if (part === "**") return null;
  if (!SIGNS.test(part)) return literalGlob(part);
  const symbols: number[] = [];
  for (let index = 0; index < part.length; ) {
    if (part.charAt(index) === "\\" && ESCAPABLE.has(part.charAt(index + 1))) {
      symbols.push(part.charCodeAt(index + 1));
      index += 2;
      continue;
    }
    const point = part.codePointAt(index) as number;
    symbols.push(point === ASTERISK ? STAR : point === QUESTION_MARK ? ONE : point);
    index += point > 0xffff ? 2 : 1;
  }
  const glob = compileTextGlob(symbols);
  // A segment is never empty, so `?*` is `*`.
  const [one, star, more] = glob.symbols();
  return more === undefined && one === ONE && star === STAR ? compileTextGlob([STAR]) : glob;
}

/** A segment without any is itself, as most are. */
const SIGNS = /[*?\\]/;

const ASTERISK = 42;
const QUESTION_MARK = 63;

/** Characters that a backslash keeps as they are; before any other it is an ordinary character of a name. */
const ESCAPABLE: ReadonlySet<string> = new Set(["*", "?", "{", "}", ",", "\\"]);

/** The part of an alternative that decides containment. */
export type Segments = Pick<PathAlternative, "segments">;

/** The tree below a root, given by its segments: the root's own text is never read as a glob. */
export function treeSegments(root: readonly string[]): Segments {
  return { segments: [...root.map(literalGlob), null] };
}

/** True when everything that `narrow` matches is matched by `wide`. */
export function coversAlternative(wide: Segments, narrow: Segments): boolean {
  return matchWildcards(wide.segments, narrow.segments, CONTAINS);
}

/** True when the alternative matches the root, given by its segments, or could match something below it. */
export function reachesTree({ segments }: Segments, root: readonly string[]): boolean {
  // Up to the first `**` each name answers to one segment, and behind it anything may follow.
  for (let at = 0; at < root.length; at += 1) {
    const segment = segments[at];
    if (segment === null) return true;
    if (segment === undefined || !segment.test(root[at] as string)) return false;
  }
  return true;
}

/**
 * The same, and only because of what the root is called: with `**` in front an alternative reaches every tree, and yet matches
 * what lies in most of them by its own name alone.
 */
export function reachesByName(alternative: Segments, root: readonly string[]): boolean {
  if (alternative.segments[0] !== null) return reachesTree(alternative, root);
  for (const state of statesAfter(alternative, root)) if (state > 1) return true;
  return false;
}

function statesAfter({ segments }: Segments, root: readonly string[]): ReadonlySet<number> {
  let states = openStars(new Set([0]), segments);
  for (const text of root) {
    const next = new Set<number>();
    for (const state of states) {
      if (state >= segments.length) continue;
      const segment = segments[state] as Segment;
      if (segment === null) next.add(state);
      else if (segment.test(text)) next.add(state + 1);
    }
    if (next.size === 0) return next;
    states = openStars(next, segments);
  }
  return states;
}

function openStars(states: ReadonlySet<number>, segments: readonly Segment[]): ReadonlySet<number> {
  const open = new Set(states);
  for (const state of open) if (segments[state] === null) open.add(state + 1);
  return open;
}

function alternativeOf(segments: readonly Segment[]): PathAlternative {
  const firstGlob = segments.findIndex((segment) => segment === null || segment.text === null);
  if (firstGlob < 0) {
    const whole = headText(segments);
    return { segments, literal: true, test: (path) => path === whole };
  }
  const head = headText(segments.slice(0, firstGlob));
  return { segments, literal: false, test: tester(head, segments.slice(firstGlob)) };
}

function headText(segments: readonly Segment[]): string {
  return segments.map((segment) => `/${segment?.text ?? ""}`).join("");
}

// Most rules are `head/**`, `**/name`, `head/*.x` or `**/*.x`: decided without splitting the path, and most of them
// refused by one character, which costs a tenth of a comparison.
function tester(head: string, rest: readonly Segment[]): (path: string) => boolean {
  const inside = `${head}/`;
  const isInside = (path: string) =>
    path.charCodeAt(head.length) === SLASH && path.startsWith(inside);
  const [first, second] = rest;
  if (first === null && rest.length === 1) return (path) => path === head || isInside(path);
  if (first != null && rest.length === 1)
    return (path) =>
      isInside(path) &&
      path.lastIndexOf("/") === head.length &&
      first.test(path.slice(inside.length));
  if (first === null && second != null && rest.length === 2) {
    const last = lastCharacter(second);
    return (path) =>
      (last === null || path.charCodeAt(path.length - 1) === last) &&
      isInside(path) &&
      second.test(path.slice(path.lastIndexOf("/") + 1));
  }
  return (path) => {
    if (path === head) return matchWildcards(rest, [], MATCHES);
    return isInside(path) && matchWildcards(rest, path.slice(inside.length).split("/"), MATCHES);
  };
}

const SLASH = 47;

/** The code unit that every match of a glob ends with, or null when there is none for certain. */
function lastCharacter(glob: TextGlob): number | null {
  const last = glob.text?.codePointAt(glob.text.length - 1) ?? glob.symbols().at(-1) ?? STAR;
  return last >= 0 && last < 0x10000 && !isHalf(last) ? last : null;
}

/** The end of a character that takes two units: looked at from its end it is not known whole. */
function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}

// `**/*` and `*/**` are the same set; one order makes them the same segments.
function orderSegments(segments: readonly Segment[]): readonly Segment[] {
  const ordered: Segment[] = [];
  let deep = false;
  for (const segment of segments) {
    if (segment === null) {
      deep = true;
    } else {
      if (deep && !isAnySegment(segment)) {
        ordered.push(null);
        deep = false;
      }
      ordered.push(segment);
    }
  }
  if (deep) ordered.push(null);
  return ordered;
}

function isAnySegment(segment: TextGlob): boolean {
  if (segment.text !== null) return false;
  const symbols = segment.symbols();
  return symbols.length === 1 && symbols[0] === STAR;
}

function splitSegments(text: string): readonly string[] {
  return text.split("/").filter((segment) => segment !== "" && segment !== ".");
}
