/**
 * A path as patterns look at it: without a trailing slash (the root is the empty text), with its folded form made once
 * for all rules. A path that is not absolute or still holds `.` or `..` is not what an analyzer gives; it is resolved for
 * what restricts and trusted by nothing that allows.
 */
import { foldText, isAscii } from "@toolplane/readings";

export interface PathSubject {
  readonly text: string;
  readonly folded: string;
  /** True when folding can only have changed letter case, so that the folded reading includes the exact one. */
  readonly isPlain: boolean;
  /** False for a path that no allowance may match. */
  readonly trusted: boolean;
}

/** Prepares a path for matching. */
export function pathSubject(path: string): PathSubject {
  const trusted = isNormal(path);
  const text = trusted ? (path === "/" ? "" : path) : resolve(path);
  const isPlain = isAscii(text);
  return { text, folded: isPlain ? text.toLowerCase() : foldText(text), isPlain, trusted };
}

/** The segments of a prepared path; none for the root. */
export function pathSegments(text: string): readonly string[] {
  return text === "" ? [] : text.slice(1).split("/");
}

// One look at each slash: what follows it may not be empty, `.` or `..`.
function isNormal(path: string): boolean {
  if (path.charCodeAt(0) !== 47) return false;
  if (path.length === 1) return true;
  for (let slash = 0; slash >= 0; slash = path.indexOf("/", slash + 1)) {
    const next = path.charCodeAt(slash + 1);
    if (next === 47 || Number.isNaN(next)) return false;
    if (next === 46 && isDots(path, slash + 1)) return false;
  }
  return !path.includes("\0");
}

function isDots(path: string, start: number): boolean {
  const after = path.charAt(start + 1) === "." ? start + 2 : start + 1;
  return after >= path.length || path.charAt(after) === "/";
}

function resolve(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  return kept.length === 0 ? "" : `/${kept.join("/")}`;
}
