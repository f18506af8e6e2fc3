/** Looks up what a session's lock files name: by name, by file and by address. */
import { editDistance } from "@toolplane/readings";
import type { LockedFile, Manager } from "./locked-file.ts";

export interface LockBook {
  names(manager: Manager, name: string): boolean;
  files(manager: Manager, name: string): readonly LockedFile[];
  /** The file that a lock says lies there. */
  fileAt(url: string): LockedFile | undefined;
  /** A named package whose name is one letter away, or undefined. */
  nearTo(manager: Manager, name: string): string | undefined;
}

/** Longer names are not compared letter by letter. */
const MAX_COMPARED_LENGTH = 128;

export function createLockBook(files: readonly LockedFile[]): LockBook {
  const byName = new Map<string, LockedFile[]>();
  const byUrl = new Map<string, LockedFile>();
  for (const file of files) {
    const key = keyOf(file.manager, file.name);
    const known = byName.get(key);
    if (known === undefined) byName.set(key, [file]);
    else known.push(file);
    if (file.url !== undefined) byUrl.set(plainUrl(file.url), file);
  }
  return {
    names: (manager, name) => byName.has(keyOf(manager, name)),
    files: (manager, name) => byName.get(keyOf(manager, name)) ?? [],
    fileAt: (url) => byUrl.get(url),
    nearTo(manager, name) {
      if (name.length > MAX_COMPARED_LENGTH) return undefined;
      for (const [first] of byName.values()) {
        if (first?.manager !== manager || Math.abs(first.name.length - name.length) > 1) continue;
        if (editDistance(name, first.name) === 1) return first.name;
      }
      return undefined;
    },
  };
}

function keyOf(manager: Manager, name: string): string {
  return `${manager} ${name}`;
}

/** As requests have it: without what stands behind `#`, which is never sent. */
function plainUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  url.hash = "";
  return url.href;
}
