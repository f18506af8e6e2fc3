/**
 * Names that are held back and do not exist. A mount needs something to lie on, so for the run an empty directory is put there,
 * whatever the name is for: git and copying programs pass over an empty directory, while an empty file would be committed. Only
 * where a process is likely to write by name: names without wildcards, at the roots, and the parts of `.git`. New names elsewhere
 * are found after the run, and taken back.
 */
import { below, nameOf, parentOf, toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { statOf } from "../disk/directory-cache.ts";
import type { ConfinementReading } from "../reading/confinement-reading.ts";
import { NEVER_MADE } from "../reading/named-anywhere.ts";
import { isWild, plainSegment } from "../reading/pattern-shape.ts";

/** Parts of `.git` that git takes empty as it takes them missing. */
const GIT_PARTS: readonly string[] = ["hooks", "info", "modules"];

/** Candidates, whether they exist or not. */
export function missingNames(
  reading: ConfinementReading,
  where: { readonly starts: readonly string[]; readonly scratch: string },
): readonly string[] {
  const roots = where.starts.filter(
    (start) => !isWithin(start, where.scratch) && reading.level(start) === 2,
  );
  const candidates = [
    ...roots.flatMap((root) => reading.namedAnywhere.map((name) => below(root, name))),
    ...roots.map((root) => below(root, ".git")).flatMap(gitParts),
    ...literalPaths(reading).filter((path) => roots.some((root) => isWithin(path, root))),
  ];
  return [...new Set(candidates)].filter(
    (path) =>
      reading.level(path) < 2 && !reading.mayWrite(path) && reading.level(parentOf(path)) === 2,
  );
}

function gitParts(folder: string): readonly string[] {
  const isFolder = statOf(folder)?.isDirectory() === true;
  return isFolder ? GIT_PARTS.map((part) => below(folder, part)) : [];
}

// Only what a rule names without any wildcard; its directory must be there already.
function literalPaths(reading: ConfinementReading): readonly string[] {
  return reading.writeMasks.flatMap(({ shape }) => {
    if (!shape.literal && !(shape.tree && shape.stars === 0 && isHead(shape))) return [];
    const path = toBytePath(shape.head);
    if (NEVER_MADE.has(nameOf(path).toLowerCase())) return [];
    return statOf(parentOf(path))?.isDirectory() === true ? [path] : [];
  });
}

function isHead(shape: { readonly head: string; readonly last: string | null }): boolean {
  return (
    shape.last !== null && !isWild(shape.last) && nameOf(shape.head) === plainSegment(shape.last)
  );
}
