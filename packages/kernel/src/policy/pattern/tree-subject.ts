/** A tree as patterns look at it: its root taken apart once for all rules, because a policy asks dozens of each root. */
import { type Segments, treeSegments } from "@toolplane/readings";
import { type PathSubject, pathSegments, pathSubject } from "./path-subject.ts";

/** One root and everything below it, prepared. */
export interface TreeSubject {
  readonly path: PathSubject;
  readonly names: readonly string[];
  readonly foldedNames: readonly string[];
  readonly exact: Segments;
  readonly folded: Segments;
}

/** Prepares a root for matching. */
export function treeSubject(root: string): TreeSubject {
  const path = pathSubject(root);
  const names = pathSegments(path.text);
  const exact = treeSegments(names);
  if (path.folded === path.text) return { path, names, foldedNames: names, exact, folded: exact };
  const foldedNames = pathSegments(path.folded);
  return { path, names, foldedNames, exact, folded: treeSegments(foldedNames) };
}
