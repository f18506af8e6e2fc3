/**
 * `{user-data}` is closed to every tool: approvals, records and keys live there. Compared folded, on any spelling. A
 * session's scratch folder may lie inside it and stays open, and so does a tool's own folder, for that tool.
 */
import type { Variables } from "@toolplane/contract";
import { escapeGlob, trimEnd } from "@toolplane/readings";
import { compilePathPattern, type PathPattern } from "../pattern/path-pattern.ts";
import { pathSubject } from "../pattern/path-subject.ts";

/** The places that nothing may touch, and what is open inside them. */
export interface ClosedRoots {
  readonly closed: readonly PathPattern[];
  readonly open: readonly PathPattern[];
}

/** Reads the closed places from the variables. `own` is open to the tool that the places are read for. */
export function closedRoots(variables: Variables, own: readonly string[] = []): ClosedRoots {
  return {
    closed: (variables["user-data"] ?? []).map(treeOf),
    open: [...(variables.scratch ?? []), ...own].map(treeOf),
  };
}

/** True when the path lies in a closed place. */
export function isClosed(roots: ClosedRoots, path: string): boolean {
  if (roots.closed.length === 0) return false;
  const subject = pathSubject(path);
  return (
    roots.closed.some((pattern) => pattern.matchesSubjectFolded(subject)) &&
    !roots.open.some((pattern) => pattern.matchesSubject(subject))
  );
}

/** True when a closed place lies in the tree below this root, or around it. */
export function holdsClosed(roots: ClosedRoots, root: string): boolean {
  return (
    roots.closed.some((pattern) => pattern.reaches(root)) &&
    !roots.open.some((pattern) => pattern.coversTree(root))
  );
}

function treeOf(root: string): PathPattern {
  return compilePathPattern(`${escapeGlob(trimEnd(root, "/"))}/**`);
}
