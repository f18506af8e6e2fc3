import { MAX_WATCHED_FILES, ON_DISK } from "./image-bounds.ts";
import { bulkyFolder } from "./scan-writable.ts";

/**
 * Why not every change of a command in these files could be taken back, though the large ones among them are kept on disk; null
 * where every one could be.
 */
export function notKept(files: Iterable<readonly [path: string, bytes: number]>): string | null {
  let count = 0;
  let total = 0;
  for (const [path, bytes] of files) {
    if (bulkyFolder(`/${path}`) !== null) continue;
    if (bytes > ON_DISK.maxFileBytes) return `${path} is larger than ${inMB(ON_DISK.maxFileBytes)}`;
    count += 1;
    total += bytes;
  }
  if (count > MAX_WATCHED_FILES)
    return `the project has more than ${MAX_WATCHED_FILES.toLocaleString("en")} files`;
  return total > ON_DISK.maxTotalBytes
    ? `its files are larger than ${inMB(ON_DISK.maxTotalBytes)} together`
    : null;
}

function inMB(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}
