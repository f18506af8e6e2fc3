import { nameOf, parentOf, toText } from "@toolplane/disk/paths";
import { isAscii } from "@toolplane/readings";
import { inVerifiedDirectory } from "../plan/disk/verified-directory.ts";
import { type BeforeImages, readImage } from "./before-images.ts";
import type { Look } from "./look-at.ts";
import type { Signature } from "./scan-writable.ts";

/** One file, before and after. */
export interface ImagePair {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  readonly mode: number | null;
}

/** The images of every changed file, or null when one of them is missing: then nothing is offered to be undone. */
export function undoEntries(change: {
  readonly paths: readonly string[];
  readonly before: Look;
  readonly after: Look;
  readonly images: BeforeImages;
  readonly maxImageBytes: number;
}): readonly ImagePair[] | null {
  const pairs: ImagePair[] = [];
  for (const path of change.paths) {
    const was = change.before.scan.files.get(path);
    const is = change.after.scan.files.get(path);
    const before = was === undefined ? null : change.images.get(path, was);
    const after = is === undefined ? null : readNow(path, is, change.maxImageBytes);
    if ((was !== undefined && before === null) || (is !== undefined && after === null)) return null;
    if (!isAscii(path) && Buffer.from(toText(path)).toString("latin1") !== path) return null;
    pairs.push({ path, before, after, mode: (was ?? is)?.mode ?? null });
  }
  return pairs;
}

function readNow(path: string, signature: Signature, maxBytes: number): Uint8Array | null {
  if (signature.size > maxBytes) return null;
  return inVerifiedDirectory(parentOf(path), (prefix) =>
    readImage(`${prefix}${nameOf(path)}`, signature),
  );
}
