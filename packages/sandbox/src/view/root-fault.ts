/**
 * Finds why a folder cannot be shown as a view, before it is tried: each of these faults would let the mount succeed and then
 * show the folder wrong, or fail at the first write.
 */
import { lstatSync, readFileSync } from "node:fs";
import { toBytePath, toFsPath, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";

/** A reason and what a person can do about it. */
export interface ViewFault {
  readonly reason: string;
  readonly remedy?: string;
}

/** The process that asks, and the mounts. */
export interface RootWorld {
  /** User and group of this process; a root user may write every user's files. */
  readonly user: number;
  readonly group: number;
  /** The text of `/proc/self/mountinfo`. */
  readonly mounts: string;
  /** The folder in which views keep what is changed in them. */
  readonly data?: string;
}

/** The world of this process, now. `data` is where upper layers will lie. */
export function thisWorld(data: string): RootWorld {
  return {
    data,
    user: process.getuid?.() ?? 0,
    group: process.getgid?.() ?? 0,
    mounts: readFileSync("/proc/self/mountinfo", "latin1"),
  };
}

/** Why commands cannot get a view of this root, and what a person can do about it; null when they can. */
export function rootFault(root: string, world: RootWorld): ViewFault | null {
  if (world.data !== undefined && isWithin(toBytePath(world.data), toBytePath(root)))
    return {
      reason: `toolplane's own data (${world.data}) lies inside ${root}, and a view cannot keep its changes inside what it shows.`,
      remedy: `set TOOLPLANE_DATA to a folder outside of ${root}, or open a folder that does not hold it`,
    };
  const nested = mountsBelow(toBytePath(root), world.mounts)[0];
  if (nested !== undefined)
    return {
      reason: `${toText(nested)} is a mount of its own inside ${root}, and a view cannot show what is mounted there.`,
      remedy: `unmount ${toText(nested)}, or open a folder that does not hold it`,
    };
  const stat = lstatSync(toFsPath(toBytePath(root)), { throwIfNoEntry: false });
  if (stat === undefined) return { reason: `${root} does not exist.` };
  if (world.user !== 0 && (stat.uid !== world.user || stat.gid !== world.group))
    return {
      reason: `${root} belongs to another user or group (${stat.uid}:${stat.gid}), whose files cannot be written in a view.`,
      remedy: `chown -R ${world.user}:${world.group} ${root}`,
    };
  return null;
}

/** Mount points below a folder, as byte paths. */
function mountsBelow(root: string, mounts: string): readonly string[] {
  return mounts.split("\n").flatMap((line) => {
    const point = line.split(" ")[4];
    if (point === undefined) return [];
    const path = point.replace(/\\([0-7]{3})/g, (_all, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 8)),
    );
    return path !== root && isWithin(path, root) ? [path] : [];
  });
}
