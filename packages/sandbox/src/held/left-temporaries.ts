import { isTemporaryName } from "@toolplane/disk/files";
import { below, toBytePath } from "@toolplane/disk/paths";
import { entriesIn, lookAt, openMode } from "../landing/disk/byte-fs.ts";
import type { HeldRoot } from "./held-state.ts";

/**
 * Finds what file tools had in a view under names of their own when its process was killed, as byte paths. It is nobody's work, and
 * would land with the rest.
 */
export function leftTemporaries(roots: readonly HeldRoot[]): readonly string[] {
  return roots.flatMap(({ root, upper }) => [...namedIn(toBytePath(upper), toBytePath(root))]);
}

function* namedIn(upper: string, root: string): Generator<string> {
  const close = openMode(upper);
  try {
    for (const { name, isFolder } of entriesIn(upper)) {
      const standing = below(root, name);
      if (isTemporaryName(name) && lookAt(standing) === null) yield below(upper, name);
      else if (isFolder) yield* namedIn(below(upper, name), standing);
    }
  } finally {
    close();
  }
}
