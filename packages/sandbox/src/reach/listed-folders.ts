/**
 * A folder that may be read itself, while its contents may not: a command that lists it must see its names, and nothing of what
 * they hold. A folder of ours takes its place, with an empty entry for every name that no rule hides.
 */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { below, clearTree, toBytePath, toFsPath, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { DirectoryCache } from "../plan/disk/directory-cache.ts";
import type { Mount } from "../plan/mounts/mount.ts";
import type { ConfinementReading } from "../plan/reading/confinement-reading.ts";
import type { ReadConfinement } from "../plan/reading/read-confinement.ts";

export interface ListedFolders {
  readonly mounts: readonly Mount[];
  release(): void;
}

/** A folder with more names is shown empty. */
const MOST_NAMES = 5_000;
/** Folders of one command whose names are shown; further ones are shown empty. */
const MOST_FOLDERS = 16;

export function listFolders(
  mounts: readonly Mount[],
  options: {
    readonly reading: ConfinementReading;
    readonly directories: DirectoryCache;
    readonly readConfinement: ReadConfinement;
    /** Makes an empty folder of ours. */
    readonly makeFolder: () => string;
  },
): ListedFolders {
  const { reading, directories } = options;
  // Where something is mounted in it, the folder must stay one that mount points can be made in; it shows those.
  const holdsMounts = (folder: string): boolean =>
    mounts.some(({ path }) => path !== folder && isWithin(path, folder));
  const listed = mounts
    .filter(({ kind, path }) => kind === "sparse" && reading.level(path) > 0 && !holdsMounts(path))
    .slice(0, MOST_FOLDERS);
  if (listed.length === 0) return { mounts, release: () => {} };
  const isHidden = hiddenBy(options);
  const made = new Map<string, string>();
  for (const { path } of listed) {
    const listing = directories.list(path);
    if (listing === null || listing.total > MOST_NAMES) continue;
    const folders = new Set(listing.directories);
    const names = new Set([...folders, ...listing.files, ...listing.links, ...listing.sockets]);
    const folder = toBytePath(options.makeFolder());
    for (const name of names)
      if (!isHidden(below(path, name))) makeEntry(below(folder, name), folders.has(name));
    made.set(path, folder);
  }
  return {
    mounts: mounts.map((mount): Mount => {
      const source = mount.kind === "sparse" ? made.get(mount.path) : undefined;
      return source === undefined ? mount : { kind: "read", path: mount.path, source };
    }),
    release: () => {
      for (const folder of made.values()) clearTree(folder);
    },
  };
}

/** Asks about rules alone: that a name lies outside the reach is why only its name is shown. */
function hiddenBy({
  reading: { confinement },
  readConfinement,
}: {
  readonly reading: ConfinementReading;
  readonly readConfinement: ReadConfinement;
}): (path: string) => boolean {
  const read = { ...confinement.read, reach: [["/**"]] };
  const compiled = readConfinement({ ...confinement, read });
  return (path) => {
    const text = toText(path);
    return !compiled.permits({ capability: "fs.read", path: text, real: text });
  };
}

function makeEntry(path: string, isFolder: boolean): void {
  if (isFolder) mkdirSync(toFsPath(path), { mode: 0o755 });
  else {
    writeFileSync(toFsPath(path), "");
    chmodSync(toFsPath(path), 0o000);
  }
}

/** Names folders one after the other. */
export function folderMaker(parent: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    const folder = join(parent, `names-${count}`);
    mkdirSync(folder, { mode: 0o755 });
    return folder;
  };
}
