/**
 * Keeps the files that landings replaced and removed, so that they can be undone: one folder per landing with the file of each
 * path, moved or linked there, and a list of its entries. An entry of the store's journal names its place here. Bounded: the
 * oldest landings go first, whole.
 */
import { rmdirSync } from "node:fs";
import { KEPT_UNASKED_MS } from "@toolplane/disk/journal";
import { below, clearTree, nameOf, toFsPath } from "@toolplane/disk/paths";
import { lookAt, makeFolder, namesIn } from "../disk/byte-fs.ts";
import type { Signature } from "../disk/sign-tree.ts";
import { readJson, replaceFile } from "../state/landing-state.ts";

export interface LandedEntry {
  readonly id: string;
  readonly root: number;
  /** Byte path. */
  readonly at: string;
  readonly had: { readonly before: boolean; readonly after: boolean };
  /** Set when only the mode of a folder changed. */
  readonly mode?: { readonly before: number; readonly after: number };
  /** The one of the two that is at the path now; the other lies here. */
  readonly now: "before" | "after";
  /** Shows a later change: the signature of the path now, null where nothing is there. */
  readonly signed: Signature | null;
}

export interface LandedList {
  readonly bytes: number;
  readonly roots: readonly string[];
  readonly renames: readonly boolean[];
  /** A process that runs on adds to it: an entry may lie in what a later one of the same list took or brought. */
  readonly grows?: true;
  readonly entries: readonly LandedEntry[];
}

const PREFIX = "landed:";

/** Makes the addresses by which entries of the store's journal name one of the two. */
export function landedAddresses(
  folder: string,
): (index: number, side: "before" | "after") => string {
  const landing = `${PREFIX}${nameOf(folder)}/`;
  return (index, side) => `${landing}${index}/${side}`;
}

/** The landing's folder name and the entry in it; null for other addresses. */
export function readLandedAddress(
  address: string | null,
): { readonly landing: string; readonly index: number } | null {
  const found = /^landed:([0-9a-z-]{1,80})\/(\d{1,9})\/(before|after)$/.exec(address ?? "");
  return found === null ? null : { landing: found[1] ?? "", index: Number(found[2]) };
}

/** The path in the journal of the one of the two that is not at its place. */
export function slotOf(folder: string, index: number, side: "before" | "after"): string {
  return below(folder, `${side === "before" ? "b" : "a"}${index}`);
}

export function readLandedList(folder: string): LandedList | null {
  return readJson<LandedList>(`${folder}/entries.json`);
}

/** When the list was written last. */
export function listedNs(folder: string): bigint | undefined {
  return lookAt(`${folder}/entries.json`)?.ctimeNs;
}

export function writeLandedList(
  folder: string,
  list: LandedList,
  how: { readonly sync: boolean },
): void {
  replaceFile(`${folder}/entries.json`, JSON.stringify(list), how);
  replaceFile(`${folder}/bytes`, String(list.bytes), { sync: false });
}

/** Landings that undo can be asked for, beside the bound on their bytes; beyond, the oldest go. */
const MAX_LANDINGS = 2_000;

export interface LandedTrim {
  readonly maxBytes: number;
  readonly nowMs: number;
  /** A person was asked about it: then what is not old yet goes too. */
  readonly mayDisplace: boolean;
}

/**
 * Takes the oldest landings away until the rest is within the bounds, those that only added something first: of them nothing is
 * lost. Names sort by time.
 */
export function trimLanded(
  journals: string,
  { maxBytes, nowMs, mayDisplace }: LandedTrim,
): readonly string[] {
  if (lookAt(journals) === null) return [];
  const sizes = namesIn(journals)
    .toSorted()
    .map((name) => ({ name, bytes: readJson<number>(`${journals}/${name}/bytes`) ?? 0 }));
  let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  let left = sizes.length;
  const gone: string[] = [];
  const letGo = (name: string, bytes: number): void => {
    clearTree(below(journals, name));
    total -= bytes;
    left -= 1;
    gone.push(name);
  };
  const isFree = (name: string): boolean => mayDisplace || isOld(below(journals, name), nowMs);
  for (const { name, bytes } of sizes) if (bytes === 0 && left > MAX_LANDINGS) letGo(name, bytes);
  for (const { name, bytes } of sizes)
    if (bytes > 0 && (total > maxBytes || left > MAX_LANDINGS) && isFree(name)) letGo(name, bytes);
  return gone;
}

/** By when its list was written last: an undo of it counts too. */
function isOld(folder: string, nowMs: number): boolean {
  const kept = lookAt(`${folder}/bytes`);
  return kept === null || nowMs - Number(kept.mtimeMs) > KEPT_UNASKED_MS;
}

/** True when so much more can be kept, as one landing more, beside all that is not old yet. */
export function hasRoomFor(
  journals: string,
  more: { readonly bytes: number; readonly maxBytes: number; readonly nowMs: number },
): boolean {
  if (more.bytes === 0 || lookAt(journals) === null) return true;
  let total = more.bytes;
  let landings = 1;
  // The newest first: what follows one that is old is older.
  for (const name of namesIn(journals).toSorted().toReversed()) {
    if (lookAt(below(journals, `${name}/bytes`)) === null) continue;
    if (isOld(below(journals, name), more.nowMs)) return true;
    const bytes = readJson<number>(`${journals}/${name}/bytes`) ?? 0;
    total += bytes;
    landings += bytes > 0 ? 1 : 0;
    if (total > more.maxBytes || landings > MAX_LANDINGS) return false;
  }
  return true;
}

export function openLandedFolder(journals: string, name: string): string {
  makeFolder(journals);
  const folder = below(journals, name);
  makeFolder(folder);
  return folder;
}

/** Takes a folder away that nothing came into. */
export function closeLandedFolder(folder: string): void {
  try {
    rmdirSync(toFsPath(folder));
  } catch {
    clearTree(folder);
  }
}
