/**
 * A folder of this process below the host's data, named so that a later process can tell whether this one is gone: pids
 * are used again, start times with them are not.
 */
import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isProcessRunning, ownerOf, processName } from "../../ground/process-name.ts";
import { toBytePath } from "../../paths/byte-path.ts";
import { clearTree } from "../../paths/clear-tree.ts";

/** Makes the folder; `abandon` sees each folder of a process that is gone, before it is removed. */
export function openProcessFolder(
  userData: string,
  abandon: (folder: string) => void,
): { readonly folder: string; remove(): void } {
  const parent = join(userData, "sandbox");
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) {
    const owner = ownerOf(name)?.owner;
    if (owner === undefined || isProcessRunning(owner, userData)) continue;
    const folder = join(parent, name);
    abandon(folder);
    clearTree(toBytePath(folder));
  }
  const folder = mkdtempSync(join(parent, `${processName()}-`));
  return { folder, remove: () => clearTree(toBytePath(folder)) };
}
