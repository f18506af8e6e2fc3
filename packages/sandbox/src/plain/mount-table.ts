/**
 * Reads the mounts here, as the kernel lists them. A bind mount must repeat the restrictions of the mount that it comes from (a
 * user namespace may add to them and never take one away), and the mounts below a folder come along with it.
 */
import { readFileSync } from "node:fs";
import { isWithin } from "@toolplane/readings";

export interface MountTable {
  /** Restrictions of the mount that a byte path lies on, as options of `mount`. */
  restrictions(path: string): readonly string[];
  /** True when something is mounted at a byte path or below it. */
  touches(path: string): boolean;
  /** Mount points strictly below a byte path, parents first. */
  below(path: string): readonly string[];
}

const KEPT: ReadonlySet<string> = new Set([
  ...["ro", "nosuid", "nodev", "noexec"],
  ...["noatime", "nodiratime", "relatime"],
]);

/** Reads the table of this process. */
export function readMountTable(
  text: string = readFileSync("/proc/self/mountinfo", "latin1"),
): MountTable {
  const points = new Map<string, readonly string[]>();
  for (const line of text.split("\n")) {
    const [, , , , point, options] = line.split(" ");
    if (point === undefined || options === undefined) continue;
    // The last one on a point is the one that shows.
    points.set(
      plainPath(point),
      options.split(",").filter((option) => KEPT.has(option)),
    );
  }
  const all = [...points.keys()].toSorted((one, other) => one.length - other.length);
  return {
    restrictions: (path) => {
      const around = all.findLast((point) => isWithin(path, point));
      return around === undefined ? [] : (points.get(around) ?? []);
    },
    touches: (path) => all.some((point) => isWithin(point, path)),
    below: (path) => all.filter((point) => point !== path && isWithin(point, path)),
  };
}

// The kernel writes blanks, line breaks and backslashes as three octal digits.
function plainPath(point: string): string {
  return point.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
