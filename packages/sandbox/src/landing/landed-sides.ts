/**
 * The two sides of what a command changed, by the addresses that the store's journal has for them. One of them is at its path, the
 * other lies with the landing. A path that was changed since holds neither, and that is said instead of what is there by now.
 */
import { below, toBytePath } from "@toolplane/disk/paths";
import { lookAt, modeOf, namesIn } from "./disk/byte-fs.ts";
import { type FileSide, sideAt } from "./disk/side-at.ts";
import { isSigned } from "./disk/sign-tree.ts";
import {
  type LandedEntry,
  type LandedList,
  listedNs,
  readLandedAddress,
  readLandedList,
  slotOf,
} from "./steps/landed-journal.ts";
import { readPlan } from "./steps/plan.ts";

export interface LandedSides {
  /** Null for an address of something else, and where nothing was. `inner`: a file below a folder. Does not throw. */
  side(place: LandedPlace, maxBytes: number): FileSide | null;
  /** The mode of a file; null where there is none, or it cannot be known. Does not throw. */
  mode(place: LandedPlace): number | null;
  /** False when the path of this side was changed since; true for what lies with its landing. Does not throw. */
  isAsLeft(address: string): boolean;
  /** The files below a folder, in order, as many as anybody looks through; null for anything else. Does not throw. */
  below(address: string): readonly string[] | null;
}

interface LandedPlace {
  readonly address: string;
  readonly inner?: string | undefined;
}

/** Names of one folder that are looked at. */
const MOST_NAMES = 1_000;

type Told = Exclude<FileSide, Uint8Array>;

const GONE: Told = { told: "no longer kept" };
const CHANGED: Told = { told: "changed since" };
const CLOSED: Told = { told: "may not be read" };

export function createLandedSides({ userData }: { readonly userData: string }): LandedSides {
  const home = below(toBytePath(userData), "landing");
  const journals = below(home, "journal");
  let pending: boolean | null = null;
  const listOf = createListReader();
  const find = (address: string): Found | null => {
    const named = readLandedAddress(address);
    if (named === null) return null;
    const folder = below(journals, named.landing);
    const { list, atNs } = listOf(folder);
    const entry = list?.entries[named.index] ?? null;
    const side = address.endsWith("/before") ? "before" : "after";
    const root = list?.roots[entry?.root ?? -1] ?? "";
    return { entry, side, folder, root, atNs, index: named.index };
  };
  return {
    side({ address, inner }, maxBytes) {
      try {
        const found = find(address);
        return found === null ? null : sideOf(found, { inner, maxBytes });
      } catch {
        return CLOSED;
      }
    },
    mode({ address, inner }) {
      try {
        const found = find(address);
        const path = found === null ? null : pathOf(found);
        if (typeof path !== "string") return null;
        const stat = lookAt(inner === undefined ? path : below(path, inner));
        return stat?.isFile() === true ? modeOf(stat) & 0o777 : null;
      } catch {
        return null;
      }
    },
    isAsLeft(address) {
      try {
        // What a killed process left half done is finished when the change is moved: nothing can be said of it before.
        pending ??= hasPlans(below(home, "calls"));
        const found = pending ? null : find(address);
        return found?.entry == null || found.entry.mode !== undefined || pathOf(found) !== CHANGED;
      } catch {
        return false;
      }
    },
    below(address) {
      try {
        const found = find(address);
        const path = found === null ? null : pathOf(found);
        return path === null || typeof path === "object" ? null : filesBelow(path);
      } catch {
        return null;
      }
    },
  };
}

interface Found {
  /** Null when the landing is not kept any more. */
  readonly entry: LandedEntry | null;
  readonly side: "before" | "after";
  readonly folder: string;
  readonly root: string;
  /** When the list was written. */
  readonly atNs: bigint | undefined;
  readonly index: number;
}

function sideOf(
  found: Found,
  { inner, maxBytes }: { readonly inner: string | undefined; readonly maxBytes: number },
): FileSide | null {
  const { entry, side } = found;
  if (entry !== null && !entry.had[side]) return null;
  if (entry?.mode !== undefined)
    return { told: `a folder with mode ${entry.mode[side].toString(8)}` };
  const path = pathOf(found);
  if (typeof path === "object") return path;
  if (inner !== undefined) return sideAt(below(path, inner), maxBytes);
  return sideAt(path, maxBytes) ?? GONE;
}

/** Where this side lies, or in words why it lies nowhere. */
function pathOf({ entry, side, folder, root, index, atNs }: Found): string | Told {
  if (entry === null) return GONE;
  if (entry.now !== side) return slotOf(folder, index, side);
  const path = below(root, entry.at);
  return isSigned(path, entry.signed, atNs) ? path : CHANGED;
}

/** Null for what is no folder. No link is followed. */
function filesBelow(top: string): readonly string[] | null {
  if (lookAt(top)?.isDirectory() !== true) return null;
  const files: string[] = [];
  const walk = (at: string): void => {
    const folder = at === "" ? top : below(top, at);
    for (const name of namesIn(folder).toSorted()) {
      if (files.length >= MOST_NAMES) return;
      const path = at === "" ? name : below(at, name);
      if (lookAt(below(top, path))?.isDirectory() === true) walk(path);
      else files.push(path);
    }
  };
  walk("");
  return files;
}

function hasPlans(calls: string): boolean {
  if (lookAt(calls) === null) return false;
  return namesIn(calls).some((name) => readPlan(below(calls, name)) !== null);
}

interface ReadList {
  readonly list: LandedList | null;
  readonly atNs: bigint | undefined;
}

/** Keeps the list that it read last for as long as that stands: thousands of files of one landing are looked at in a row. */
function createListReader(): (folder: string) => ReadList {
  let last: (ReadList & { readonly folder: string }) | undefined;
  return (folder) => {
    const atNs = listedNs(folder);
    if (last?.folder !== folder || last.atNs !== atNs || atNs === undefined)
      last = { folder, atNs, list: readLandedList(folder) };
    return last;
  };
}
