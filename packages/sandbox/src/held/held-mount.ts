/**
 * A held view that is mounted: over its roots, at their own names, in the namespace of the process that starts its session's
 * commands, so that all of them live in it without knowing. This process reaches it through descriptors that it opened there: they
 * lead to the view and to nothing else, also when that process is gone and its number is another's.
 */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ToolError } from "@toolplane/contract";
import { isWithin, posixPath } from "@toolplane/readings";
import { placedRoot } from "../landing/disk/placed-root.ts";
import type { HeldRoot } from "./held-state.ts";

export interface HeldMount {
  /** Opens what is mounted, in the root folder of the process that has mounted it. Throws `unavailable` when it is not there. */
  enter(root: string): void;
  /** Where a path is reached; the path itself outside of the view. Throws `unavailable` while nothing is mounted. */
  at(path: string): string;
  /** A root as landings name it. */
  place(root: string): string;
  leave(): void;
}

export function createHeldMount(folder: string, roots: readonly HeldRoot[]): HeldMount {
  const opened = new Map<string, number>();
  const places = join(folder, "at");
  const leave = (): void => {
    rmSync(places, { recursive: true, force: true });
    for (const fd of opened.values()) closeSync(fd);
    opened.clear();
  };
  return {
    leave,
    place: (root) => (roots.some((held) => held.root === root) ? placedRoot(places, root) : root),
    enter(inside) {
      leave();
      try {
        for (const { root } of roots) {
          const fd = openSync(inside + root, constants.O_RDONLY | constants.O_DIRECTORY);
          opened.set(root, fd);
          requireView(fd, root);
          mkdirSync(join(places, dirname(root)), { recursive: true, mode: 0o700 });
          symlinkSync(`/proc/${process.pid}/fd/${fd}`, join(places, root));
        }
      } catch (cause) {
        leave();
        throw new ToolError("unavailable", "The view of this session could not be entered", {
          cause,
        });
      }
    },
    at(path) {
      const found = roots.find(({ root }) => isWithin(path, root));
      if (found === undefined) return path;
      const fd = opened.get(found.root);
      if (fd === undefined)
        throw new ToolError("unavailable", "The view of this session is not mounted: try again");
      const below = posixPath.below(found.root, path);
      return `/proc/self/fd/${fd}/${below === "" ? "." : below}`;
    },
  };
}

/** Checks that another namespace sees the view, and not the folder that it lies over. */
function requireView(fd: number, root: string): void {
  const seen = fstatSync(fd, { bigint: true });
  const real = openSync(root, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    if (fstatSync(real, { bigint: true }).dev === seen.dev)
      throw new ToolError("unavailable", `No view lies over ${root}`);
    if (readlinkSync(`/proc/self/fd/${fd}`) !== root)
      throw new ToolError("unavailable", `${root} is reached another way than before`);
  } finally {
    closeSync(real);
  }
}
