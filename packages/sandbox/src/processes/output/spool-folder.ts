/**
 * The folder for raw output while a command runs: a private folder of this host process in the host's own data, which is closed
 * to every tool. Its name says whose it is, so that the next start removes what a crash left behind and nothing else.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ids } from "@toolplane/contract/ports";
import { isProcessRunning, ownerOf, processName } from "@toolplane/disk/ground";

export interface SpoolFolder {
  /** A path in it that is not taken. */
  next(): string;
  /** A new file with these contents. */
  write(bytes: Uint8Array | string): string;
  /** A file with these very bytes, when they were asked for before: what comes once only is not worth one. */
  repeated(bytes: Uint8Array): string | null;
  remove(): void;
}

/**
 * Removes the folders of host processes that are gone. Its own is made when something is first put there: many calls run no
 * command.
 */
export function openSpoolFolder(options: {
  readonly userData: string;
  readonly ids: Ids;
}): SpoolFolder {
  const parent = join(options.userData, "spool");
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  removeLeftOvers(parent, options.userData);
  const folder = join(parent, `${processName()}-${options.ids.nonce()}`);
  let isMade = false;
  /** Empty while they came only once. */
  const seen = new WeakMap<Uint8Array, string>();
  let count = 0;

  const next = (): string => {
    if (!isMade) mkdirSync(folder, { mode: 0o700 });
    isMade = true;
    count += 1;
    return join(folder, String(count));
  };
  const write = (bytes: Uint8Array | string): string => {
    const file = next();
    writeFileSync(file, bytes, { flag: "wx", mode: 0o600 });
    return file;
  };
  return {
    next,
    write,
    repeated(bytes) {
      const known = seen.get(bytes);
      const path = known === "" ? write(bytes) : (known ?? "");
      seen.set(bytes, path);
      return path === "" ? null : path;
    },
    remove() {
      if (isMade) rmSync(folder, { recursive: true, force: true });
      // A later caller finds no folder, and makes none.
      isMade = true;
    },
  };
}

function removeLeftOvers(parent: string, userData: string): void {
  for (const name of readdirSync(parent)) {
    const owner = ownerOf(name)?.owner;
    if (owner === undefined || isProcessRunning(owner, userData)) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}
