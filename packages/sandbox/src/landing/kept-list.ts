/** The list of what one process changed, as a round of it finds it. */
import { parentOf, toText } from "@toolplane/disk/paths";
import { renameReaches } from "./begin-call.ts";
import { rootFolder, rootName } from "./disk/placed-root.ts";
import { isSigned } from "./disk/sign-tree.ts";
import { type KeeperParts, type KeptOutputs, noRoom } from "./keeper-parts.ts";
import {
  hasRoomFor,
  type LandedEntry,
  type LandedList,
  listedNs,
  readLandedList,
} from "./steps/landed-journal.ts";

export interface KeptList {
  readonly list: LandedList;
  /** The number of this round's folder among those of the list. */
  readonly root: number;
  /** The path of something in that folder, as the list names it. */
  at(path: string): string;
  /**
   * The newest entry that a path belongs to: what is there, the process brought. Null: the process has not changed it yet, or
   * somebody took it back since.
   */
  entryOf(at: string): { readonly entry: LandedEntry; readonly index: number } | null;
  /** True when nobody but the process changed what an entry brought. `reach` gives the path of a name in the folder. */
  isOurs(entry: LandedEntry, reach: (at: string) => string): boolean;
  /** Throws `too_large` when so much more cannot be kept. */
  requireRoom(entries: number, bytes: number): void;
}

/** Past this many one list is too long to be written with every round. */
const MAX_ENTRIES = 20_000;

export function openKeptList(kept: KeptOutputs, parts: KeeperParts): KeptList {
  const { journal, root: folder } = kept;
  const found = readLandedList(journal);
  const sinceNs = listedNs(journal);
  const list = withRoot(found ?? { bytes: 0, roots: [], renames: [], grows: true, entries: [] });
  const root = list.roots.indexOf(folder);
  function withRoot(before: LandedList): LandedList {
    if (before.roots.includes(folder)) return before;
    const renames = parts.reach.get(toText(folder)) ?? renameReaches(journal, rootFolder(folder));
    parts.reach.set(toText(folder), renames);
    const roots = [...before.roots, folder];
    return { ...before, roots, renames: [...before.renames, renames] };
  }
  const brought = new Map<string, number>();
  for (const [index, entry] of list.entries.entries())
    if (entry.root === root && entry.now === "after") brought.set(entry.at, index);
  return {
    list,
    root,
    at: (path) => path.slice(folder === "/" ? 1 : rootName(folder).length + 1),
    entryOf(at) {
      let newest = brought.get(at) ?? -1;
      for (let above = parentOf(`/${at}`); above !== "/"; above = parentOf(above)) {
        const index = brought.get(above.slice(1)) ?? -1;
        if (index > newest && list.entries[index]?.had.after === true) newest = index;
      }
      const entry = list.entries[newest];
      return entry === undefined ? null : { entry, index: newest };
    },
    isOurs: (entry, reach) => isSigned(reach(entry.at), entry.signed, sinceNs),
    requireRoom(entries, bytes) {
      const { maxJournalBytes: maxBytes } = parts.bounds;
      const fits =
        list.entries.length + entries <= MAX_ENTRIES &&
        list.bytes + bytes <= maxBytes &&
        parts.store.room?.has(entries) !== false &&
        hasRoomFor(parts.journals, { bytes, maxBytes, nowMs: parts.wallMs() });
      if (!fits) throw noRoom(folder);
    },
  };
}
