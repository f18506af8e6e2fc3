/**
 * Programs that a bare name leads to inside the workspace, because PATH does. Such a one is the project's own, whatever it is
 * called: what is known of the system's program of that name says nothing about it.
 */
import { statSync } from "node:fs";
import { isWithin, posixPath } from "@toolplane/readings";
import type { Places } from "../places/places.ts";

/** The project's own program, and whether one of the system's is hidden behind it. */
export interface OwnProgram {
  readonly path: string;
  readonly hides: boolean;
}

/** Makes the look-up for one PATH; undefined for a name that the system's folders answer first. */
export function createProgramFinder(
  places: Places,
  path: string | undefined,
): (name: string) => OwnProgram | undefined {
  const [root = "/"] = places.roots;
  // An empty part, and one that is no absolute path, means the folder that the command runs in.
  const folders = (path ?? "").split(":").map((part) => posixPath.normalize(part || ".", root));
  const isOwn = (folder: string) => places.roots.some((each) => isWithin(folder, each));
  if (path === undefined || !folders.some(isOwn)) return () => undefined;
  return (name) => {
    const found = folders.filter((folder) => isProgram(posixPath.join(folder, name)));
    const [first] = found;
    if (first === undefined || !isOwn(first)) return undefined;
    return { path: posixPath.join(first, name), hides: found.some((folder) => !isOwn(folder)) };
  };
}

function isProgram(path: string): boolean {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() === true && (stat.mode & 0o111) !== 0;
  } catch {
    return false;
  }
}
