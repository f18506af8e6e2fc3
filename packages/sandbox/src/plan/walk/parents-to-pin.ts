/**
 * Directories that may not be renamed while something below them is held back: each is bound onto itself, because a mount point
 * cannot be moved. Otherwise a command moves the directory, and the next one finds the secret under a name that no rule covers;
 * or a process in the background moves it in the moment a mask is being mounted.
 *
 * A closed path has all its parents pinned. A path that is only read-only has those pinned that its mask's match rests on: a
 * `.vscode` folder is protected wherever its parent is moved. Price: a rename from one pinned directory to another becomes a
 * copy, as between two disks.
 */
import { nameOf, parentOf } from "@toolplane/disk/paths";
import { isAscii, isWithin } from "@toolplane/readings";
import {
  type ConfinementReading,
  levelWithin,
  type ShapedMask,
} from "../reading/confinement-reading.ts";

/** The directories to pin, none of them a start of the reach. */
export function parentsToPin(
  reading: ConfinementReading,
  plan: { readonly held: ReadonlyMap<string, 0 | 1>; readonly starts: readonly string[] },
): ReadonlySet<string> {
  const pinned = new Set<string>();
  for (const [path, level] of plan.held) {
    const start = plan.starts.find((root) => isWithin(path, root));
    if (start === undefined) continue;
    const name = nameOf(path);
    const matching = reading.writeMasks.filter(({ triggers }) => triggers.test(name));
    for (const parent of ancestors(path, start)) {
      if (pinned.has(parent) || !isWritable(reading, parent)) continue;
      if (level === 0 || matching.length === 0 || matching.some(restsOn(path, parent))) {
        pinned.add(parent);
      }
    }
  }
  return pinned;
}

/** A directory that is shown only to be read is not moved, and bound onto itself it would be open to be written. */
function isWritable(reading: ConfinementReading, directory: string): boolean {
  return reading.level(directory) === 2 && levelWithin(reading, directory) === 2;
}

function restsOn(path: string, parent: string): (shaped: ShapedMask) => boolean {
  const distance = path.slice(parent.length).split("/").length - 1;
  return ({ shape, hasExceptions }) => {
    if (hasExceptions || shape.stars > 1) return true;
    if (distance < shape.tail) return true;
    if (!isAscii(shape.head) || !isAscii(parent)) return true;
    return isWithin(shape.head.toLowerCase(), parent.toLowerCase());
  };
}

function ancestors(path: string, start: string): readonly string[] {
  const found: string[] = [];
  for (let parent = parentOf(path); parent !== start && isWithin(parent, start); ) {
    found.push(parent);
    parent = parentOf(parent);
  }
  return found;
}
