/**
 * Keeps the bytes of files from before a command ran, in memory, so that its changes can be taken back. Files are read once and
 * again only when they changed: the first command pays about 20 µs a file, later ones next to nothing. A hard link or a clone
 * would be cheaper and is no copy: the one is written through, the other few file systems have.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { nameOf, parentOf, toFsPath } from "@toolplane/disk/paths";
import { inVerifiedDirectory } from "../plan/disk/verified-directory.ts";
import { isSame, type Scan, type Signature, signatureOf } from "./scan-writable.ts";

/** Images of files, as of the last look. */
export interface BeforeImages {
  /** Reads what is new or changed; forgets what is gone. */
  refresh(scan: Scan): void;
  /** The bytes of a file with this signature, or null when they were not kept. */
  get(path: string, signature: Signature): Uint8Array | null;
}

export interface ImageBounds {
  readonly maxFileBytes: number;
  readonly maxTotalBytes: number;
}

interface Image {
  readonly signature: Signature;
  readonly bytes: Uint8Array;
}

/** Keeps images within these bounds. */
export function createBeforeImages(bounds: ImageBounds): BeforeImages {
  const images = new Map<string, Image>();
  let total = 0;
  const forget = (path: string) => {
    total -= images.get(path)?.bytes.length ?? 0;
    images.delete(path);
  };
  return {
    get: (path, signature) => {
      const image = images.get(path);
      return image !== undefined && isSame(image.signature, signature) ? image.bytes : null;
    },
    refresh: ({ files }) => {
      for (const path of [...images.keys()]) if (!files.has(path)) forget(path);
      for (const [directory, paths] of byDirectory(files, images)) {
        inVerifiedDirectory(directory, (prefix) => {
          for (const path of paths) {
            forget(path);
            const signature = files.get(path) as Signature;
            if (signature.size > bounds.maxFileBytes) continue;
            if (total + signature.size > bounds.maxTotalBytes) continue;
            const bytes = readImage(`${prefix}${nameOf(path)}`, signature);
            if (bytes === null) continue;
            images.set(path, { signature, bytes });
            total += bytes.length;
          }
        });
      }
    },
  };
}

/** Reads a file that must have this signature before and after; null when it has not. */
export function readImage(path: string, signature: Signature): Uint8Array | null {
  let descriptor: number;
  try {
    descriptor = openSync(
      toFsPath(path),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || !isSame(signatureOf(stat), signature)) return null;
    const bytes = new Uint8Array(stat.size);
    for (let at = 0; at < bytes.length; ) {
      const count = readSync(descriptor, bytes, at, bytes.length - at, at);
      if (count === 0) return null;
      at += count;
    }
    return bytes;
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}

function byDirectory(
  files: ReadonlyMap<string, Signature>,
  images: ReadonlyMap<string, Image>,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [path, signature] of files) {
    if (isSame(images.get(path)?.signature, signature)) continue;
    const directory = parentOf(path);
    const group = groups.get(directory);
    if (group === undefined) groups.set(directory, [path]);
    else group.push(path);
  }
  return groups;
}
