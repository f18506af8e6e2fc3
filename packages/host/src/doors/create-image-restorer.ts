/**
 * Puts what the journal kept of a path somewhere else: bytes from the store, a link, or what a landing moved aside. Nothing in the
 * workspace is read or changed by it but what a landing left standing there.
 */
import { copyFile, lstat, mkdir, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Store } from "@toolplane/contract/ports";
import { LINK_ADDRESS } from "@toolplane/disk/files";
import { below, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { readLandedAddress, readLandedList, slotOf } from "@toolplane/sandbox";

export interface ImageRestorer {
  /** False when it is no longer kept, and then nothing is changed. Null: there was nothing at that path. */
  restore(address: string | null, path: string): Promise<boolean>;
}

export function createImageRestorer({
  store,
  userData,
}: {
  readonly store: Pick<Store, "payloads">;
  readonly userData: string;
}): ImageRestorer {
  return {
    async restore(address, path) {
      if (address === null) {
        await rm(path, { recursive: true, force: true });
        return true;
      }
      if (address.startsWith(LINK_ADDRESS))
        return putLink(address.slice(LINK_ADDRESS.length), path);
      if (readLandedAddress(address) !== null) {
        const kept = landedPath(userData, address);
        if (kept !== NOTHING) return putLanded(kept, path);
        await rm(path, { recursive: true, force: true });
        return true;
      }
      const bytes = await store.payloads.get(address);
      if (bytes === null) return false;
      const mode = await modeAt(path);
      await clear(path);
      await writeFile(path, bytes, mode === null ? {} : { mode });
      return true;
    },
  };
}

/** There was nothing on that side. */
const NOTHING = "";

/** Finds where that side of a landed change lies: aside, or at its path when it is the one there now. */
function landedPath(userData: string, address: string): Buffer | string | null {
  const found = readLandedAddress(address);
  const home = below(below(toBytePath(userData), "landing"), "journal");
  const folder = below(home, found?.landing ?? "");
  const list = readLandedList(folder);
  const entry = list?.entries[found?.index ?? -1];
  if (!list || !entry || entry.mode !== undefined) return null;
  const side = address.endsWith("/before") ? "before" : "after";
  if (!entry.had[side]) return NOTHING;
  return toFsPath(
    entry.now === side
      ? below(list.roots[entry.root] ?? "", entry.at)
      : slotOf(folder, found?.index ?? -1, side),
  );
}

async function putLanded(from: Buffer | string | null, path: string): Promise<boolean> {
  const stat = from === null ? null : await lstat(from).catch(() => null);
  if (from === null || stat === null) return false;
  if (stat.isSymbolicLink()) return putLink(await readlink(from), path);
  if (stat.isDirectory()) {
    await mkdir(path, { recursive: true });
    return true;
  }
  if (!stat.isFile()) return false;
  await clear(path);
  await copyFile(from, path);
  return true;
}

async function putLink(target: string, path: string): Promise<boolean> {
  await clear(path);
  await symlink(target, path);
  return true;
}

async function clear(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true });
}

async function modeAt(path: string): Promise<number | null> {
  const stat = await lstat(path).catch(() => null);
  return stat?.isFile() ? stat.mode & 0o777 : null;
}
