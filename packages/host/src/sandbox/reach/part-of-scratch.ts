import type { ScratchPart } from "../backend/sandbox.ts";
import { isWithin, toBytePath } from "../plan/byte-path.ts";
import type { Mount } from "../plan/mount.ts";

/** Of scratch a command sees its own part. */
export function partOfScratch(
  mounts: readonly Mount[],
  whole: string,
  { folder, kept = [], closed = [] }: ScratchPart,
): readonly Mount[] {
  const hidden = closed.map((path): Mount => ({ kind: "close-directory", path: toBytePath(path) }));
  const read = kept.map((path): Mount => ({ kind: "read", path: toBytePath(path) }));
  const shown = folder === undefined ? mounts : mounts.filter(({ path }) => !isWithin(path, whole));
  return [...shown, ...read, ...hidden];
}
