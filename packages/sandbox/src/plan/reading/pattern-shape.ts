/**
 * Outlines a path pattern without matching it: where its matches can lie, and by which name they begin. The listing uses this to
 * look only where something can change; whether a path matches is always the kernel's answer. Patterns have no braces left; a
 * backslash keeps `* ? { } , \` as they are.
 */
import { readPathSegment } from "@toolplane/readings";

/** The outline of one pattern. */
export interface PatternShape {
  /** Leading segments without wildcards, as text. Every match is this path, below it, or above nothing. */
  readonly head: string;
  /** True when the head is the whole pattern. */
  readonly literal: boolean;
  /** True when everything below a match matches too (the pattern ends in `**`). */
  readonly tree: boolean;
  /**
   * The last segment that is not `**`, as written; null when there is none. A path that matches without its directory matching
   * ends in it.
   */
  readonly last: string | null;
  /** Number of segments behind the last inner `**` (all of them when there is none), the trailing `**` apart. */
  readonly tail: number;
  /** Number of inner `**` in the pattern: none or one make its dependence on parents easy to say. */
  readonly stars: number;
}

export function patternShape(pattern: string): PatternShape {
  const text = pattern.endsWith("/") ? `${pattern}**` : pattern;
  const segments = text.split("/").filter((segment) => segment !== "" && segment !== ".");
  const wild = segments.findIndex(isWild);
  const plain = wild < 0 ? segments : segments.slice(0, wild);
  const tree = segments.at(-1) === "**";
  const named = trimTrailing(segments);
  const inner = named.lastIndexOf("**");
  return {
    head: `/${plain.map(plainSegment).join("/")}`,
    literal: wild < 0,
    tree,
    last: named.at(-1) ?? null,
    tail: named.length - (inner + 1),
    stars: named.filter((segment) => segment === "**").length,
  };
}

/** The name that a segment without wildcards means. */
export function plainSegment(segment: string): string {
  return readPathSegment(segment)?.text ?? segment;
}

/** True when the segment holds a wildcard. */
export function isWild(segment: string): boolean {
  const glob = readPathSegment(segment);
  return glob === null || glob.text === null;
}

function trimTrailing(segments: readonly string[]): readonly string[] {
  let end = segments.length;
  while (end > 0 && segments[end - 1] === "**") end -= 1;
  return segments.slice(0, end);
}
