/**
 * How much the disks hold on which places lie, as the disks say it: one question for each, however many files there are. Others
 * write there too, so it proves nothing against a command; where it grew by little, nothing has to be looked for.
 */
import { statfsSync, statSync } from "node:fs";

export interface DiskUse {
  readonly bytes: number;
  readonly files: number;
}

/** Numbers of file systems that count what is written at once, files too: ext, xfs, tmpfs, and overlays, which ask these. */
const COUNTS_AT_ONCE: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x01021994, 0x794c7630]);

/** By device, one place on each. */
export function disksOf(paths: readonly string[]): ReadonlyMap<number, string> {
  const disks = new Map<number, string>();
  for (const path of paths) {
    const dev = statSync(path, { throwIfNoEntry: false })?.dev;
    if (dev !== undefined && !disks.has(dev)) disks.set(dev, path);
  }
  return disks;
}

/** Null where one of them does not say it exactly. */
export function diskUse(disks: ReadonlyMap<number, string>): DiskUse | null {
  let bytes = 0;
  let files = 0;
  for (const path of disks.values()) {
    try {
      const found = statfsSync(path);
      if (!COUNTS_AT_ONCE.has(found.type) || found.files === 0) return null;
      bytes += (found.blocks - found.bfree) * found.bsize;
      files += found.files - found.ffree;
    } catch {
      return null;
    }
  }
  return { bytes, files };
}
