/** Makes whiteouts: device files 0/0, which every user may make. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const MAKE_MS = 10_000;

/** A source of whiteouts in a folder; the same one until a fresh one is wanted. */
export function createWhiteouts(options: {
  readonly folder: string;
  /** `mknod` by its path. */
  readonly program: string;
}): (fresh: boolean) => string {
  let current: string | null = null;
  let count = 0;
  return (fresh) => {
    if (current !== null && !fresh) return current;
    count += 1;
    const path = join(options.folder, `whiteout-${count}`);
    execFileSync(options.program, [path, "c", "0", "0"], {
      env: {},
      stdio: "ignore",
      timeout: MAKE_MS,
    });
    current = path;
    return path;
  };
}
