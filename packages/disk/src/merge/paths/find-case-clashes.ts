import { foldText } from "@toolplane/readings";

/**
 * The paths that one side made and that differ from a path of the other only in the case of letters, in groups. One disk holds both, and
 * another only the last one written, so they are a conflict everywhere. What the base had already is nobody's change.
 */
export function findCaseClashes({
  base,
  ours,
  theirs,
}: {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}): readonly (readonly string[])[] {
  const before = new Set(base);
  const made = new Set([...ours, ...theirs].filter((path) => !before.has(path)));
  const here = new Set(ours);
  const there = new Set(theirs);
  const groups = new Map<string, Set<string>>();
  for (const path of [...ours, ...theirs]) {
    // What one side removed is not in the result.
    if (before.has(path) && !(here.has(path) && there.has(path))) continue;
    const folded = foldText(path);
    groups.set(folded, (groups.get(folded) ?? new Set()).add(path));
  }
  return [...groups.values()]
    .map((group) => [...group].toSorted())
    .filter((group) => group.length > 1 && group.some((path) => made.has(path)));
}
