/**
 * A folder of this process below the host's data, named so that a later process can tell whether this one is gone: pids
 * are used again, start times with them are not.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toBytePath } from "../../paths/byte-path.ts";
import { removeLayer } from "../../view/remove-layer.ts";

const NAME = /^(\d+)-(\d+)-/;

/** Makes the folder; `abandon` sees each folder of a process that is gone, before it is removed. */
export function openProcessFolder(
  parent: string,
  abandon: (folder: string) => void,
): { readonly folder: string; remove(): void } {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) {
    const match = NAME.exec(name);
    if (match === null || startOf(Number(match[1])) === Number(match[2])) continue;
    const folder = join(parent, name);
    abandon(folder);
    removeLayer(toBytePath(folder));
  }
  const folder = mkdtempSync(join(parent, `${process.pid}-${startOf(process.pid) ?? 0}-`));
  return { folder, remove: () => removeLayer(toBytePath(folder)) };
}

function startOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  } catch {
    return null;
  }
}
