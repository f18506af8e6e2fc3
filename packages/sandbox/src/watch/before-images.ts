/**
 * Keeps the bytes of files from before a command ran, in memory, so that its changes can be taken back; what memory is too small
 * for on disk, where that is wanted. Files are read once and again only when they changed: the first command pays about 20 µs a
 * file, later ones next to nothing. A hard link or a clone would be cheaper and is no copy: the one is written through, the other
 * few file systems have.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
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

/** Where bytes lie, and how many of them. */
interface ImagePlace {
  readonly bounds: ImageBounds;
  /** Gives what reads them again, and what lets go of them. */
  readonly keep: (bytes: Uint8Array) => KeptImage;
}

interface KeptImage {
  readonly read: () => Uint8Array | null;
  readonly drop: () => void;
}

interface Image extends KeptImage {
  readonly signature: Signature;
  readonly place: ImagePlace;
}

export interface BeforeImagesOptions {
  readonly memory: ImageBounds;
  /** Takes what memory has no room for; `write` puts bytes into a private file. */
  readonly disk?: { readonly bounds: ImageBounds; readonly write: (bytes: Uint8Array) => string };
}

/** Keeps images within these bounds. */
export function createBeforeImages({ memory, disk }: BeforeImagesOptions): BeforeImages {
  const images = new Map<string, Image>();
  const places: readonly ImagePlace[] = [
    { bounds: memory, keep: (bytes) => ({ read: () => bytes, drop: () => {} }) },
    ...(disk === undefined
      ? []
      : [{ bounds: disk.bounds, keep: (bytes: Uint8Array) => onDisk(bytes, disk.write) }]),
  ];
  const totals = new Map<ImagePlace, number>();
  const count = (place: ImagePlace, bytes: number) =>
    totals.set(place, (totals.get(place) ?? 0) + bytes);
  const forget = (path: string) => {
    const image = images.get(path);
    if (image === undefined) return;
    count(image.place, -image.signature.size);
    image.drop();
    images.delete(path);
  };
  const placeFor = (size: number): ImagePlace | undefined =>
    places.find(
      (place) =>
        size <= place.bounds.maxFileBytes &&
        (totals.get(place) ?? 0) + size <= place.bounds.maxTotalBytes,
    );
  return {
    get: (path, signature) => {
      const image = images.get(path);
      return image !== undefined && isSame(image.signature, signature) ? image.read() : null;
    },
    refresh: ({ files }) => {
      for (const path of [...images.keys()]) if (!files.has(path)) forget(path);
      for (const [directory, paths] of byDirectory(files, images)) {
        inVerifiedDirectory(directory, (prefix) => {
          for (const path of paths) {
            forget(path);
            const signature = files.get(path) as Signature;
            const place = placeFor(signature.size);
            if (place === undefined) continue;
            const bytes = readImage(`${prefix}${nameOf(path)}`, signature);
            if (bytes === null) continue;
            images.set(path, { signature, place, ...place.keep(bytes) });
            count(place, signature.size);
          }
        });
      }
    },
  };
}

/** A disk that is full keeps nothing, and the command runs all the same. */
function onDisk(bytes: Uint8Array, write: (bytes: Uint8Array) => string): KeptImage {
  const file = orNull(() => write(bytes));
  if (file === null) return { read: () => null, drop: () => {} };
  return {
    read: () => orNull(() => readFileSync(file)),
    drop: () => rmSync(file, { force: true }),
  };
}

function orNull<Value>(act: () => Value): Value | null {
  try {
    return act();
  } catch {
    return null;
  }
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
