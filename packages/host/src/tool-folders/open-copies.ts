/**
 * Keeps the copies that workers run from: in a private folder of this process. Its name says whose it is, so that the next start
 * removes what a crash left behind and nothing else.
 */
import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isProcessRunning, ownerOf, processName } from "@toolplane/disk/ground";

const PREFIX = "toolplane-tools";

export interface Copies {
  readonly folder: string;
  remove(): void;
}

/** Makes it below `parent`, the system's folder for what does not last unless given. */
export function openCopies(parent: string = tmpdir()): Copies {
  removeLeftOvers(parent);
  const folder = realpathSync(mkdtempSync(join(parent, `${PREFIX}-${processName()}-`)));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Others write to that folder too: what is not ours, or cannot be removed, is left to them. */
function removeLeftOvers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(`${PREFIX}-`)
      ? ownerOf(name.slice(PREFIX.length + 1))?.owner
      : undefined;
    if (owner === undefined || isProcessRunning(owner)) continue;
    try {
      const found = lstatSync(join(parent, name));
      if (!found.isDirectory() || found.uid !== process.getuid?.()) continue;
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Another process was faster.
    }
  }
}
