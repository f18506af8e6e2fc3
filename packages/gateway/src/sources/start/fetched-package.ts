/**
 * A package that a person let toolplane fetch, in a folder of our own that no tool reaches. It is one version, held to the lock
 * that was made when it was fetched; nothing but another yes puts another one in its place.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "@toolplane/disk/ground";
import { describeOwnerFault, readBoundedFile } from "@toolplane/disk/own-files";
import { isRecord } from "@toolplane/readings";
import { type FoundPackage, packageIn } from "./find-package.ts";
import { splitSpec } from "./package-line.ts";

export interface FetchedPackage extends FoundPackage {
  /** The version's folder, where everything that it needs lies. */
  readonly folder: string;
  /** Its own sum, as the lock has it. */
  readonly integrity: string;
  /** The registry that the person saw when they agreed. */
  readonly registry: string;
}

/** Kept beside the versions of one package as it is asked for. */
interface Pinned {
  /** The folder of the version that is used. */
  readonly folder: string;
  readonly version: string;
  readonly integrity: string;
  readonly registry: string;
  /** SHA-256 of the whole lock. */
  readonly lock: string;
}

/** A lock of a large server. */
const MAX_LOCK_BYTES = 32 * 1_024 * 1_024;

/** Null where it was never fetched, or where it is no longer what was fetched. */
export function readFetchedPackage(userData: string, spec: string): FetchedPackage | null {
  const home = packageHome(userData, spec);
  const pinned = readPinned(join(home, PINNED));
  if (pinned === null) return null;
  const folder = join(home, pinned.folder);
  if (lockDigest(folder) !== pinned.lock) return null;
  const found = packageIn(join(folder, "node_modules"), splitSpec(spec).name);
  if (found?.version !== pinned.version) return null;
  return { ...found, folder, integrity: pinned.integrity, registry: pinned.registry };
}

/** Makes the version in `folder` the one that is used. The ones before it go. */
export function pinPackage(userData: string, spec: string, pinned: Omit<Pinned, "lock">): void {
  const home = packageHome(userData, spec);
  const lock = lockDigest(join(home, pinned.folder));
  writeWhole(join(home, PINNED), `${JSON.stringify({ ...pinned, lock }, null, 2)}\n`, 0o600);
  for (const name of readdirSync(home))
    if (name !== PINNED && name !== pinned.folder)
      rmSync(join(home, name), { recursive: true, force: true });
}

export function removeFetchedPackage(userData: string, spec: string): void {
  rmSync(packageHome(userData, spec), { recursive: true, force: true });
}

/** The folder of a package as it is asked for: `x` and `x@1` are two. */
function packageHome(userData: string, spec: string): string {
  const digest = createHash("sha256").update(spec).digest("hex").slice(0, 32);
  return join(userData, "packages", digest);
}

export function makePackageHome(userData: string, spec: string): string {
  const home = packageHome(userData, spec);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  return home;
}

const PINNED = "pinned.json";

function readPinned(path: string): Pinned | null {
  try {
    const bytes = readBoundedFile({ path, shown: path, check: describeOwnerFault });
    const kept: unknown = bytes && JSON.parse(bytes.toString("utf8"));
    return isPinned(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isPinned(kept: unknown): kept is Pinned {
  if (!isRecord(kept)) return false;
  const { folder, version, integrity, registry, lock } = kept;
  const texts = [version, integrity, registry, lock];
  return (
    texts.every((text) => typeof text === "string") &&
    typeof folder === "string" &&
    /^[\w.+-]+$/.test(folder) &&
    !folder.startsWith(".")
  );
}

export function readLock(folder: string): Buffer | null {
  const path = join(folder, "package-lock.json");
  return readBoundedFile({ path, shown: path, maxBytes: MAX_LOCK_BYTES });
}

function lockDigest(folder: string): string {
  const lock = readLock(folder) ?? "";
  return createHash("sha256").update(lock).digest("hex");
}
