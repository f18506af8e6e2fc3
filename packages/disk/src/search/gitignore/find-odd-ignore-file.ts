/**
 * Ripgrep opens every ignore file that it comes by, whatever it is: a pipe never answers, and a link to a device never ends. Looked
 * for only when a search takes unusually long, or was ended by the system. A folder that cannot be listed holds none that could be opened.
 */
import { lstatSync, statSync } from "node:fs";
import { opendir } from "node:fs/promises";
import { dirname } from "node:path";

const NAMES: readonly string[] = [".gitignore", ".ignore", ".rgignore"];
const MAX_FOLDERS = 50_000;

/** True when an ignore file below a folder, in it or above it is no plain file. */
export async function findOddIgnoreFile(root: string): Promise<boolean> {
  for (let above = dirname(root); ; above = dirname(above)) {
    if ([...NAMES, ".git/info/exclude"].some((name) => isOdd(`${above}/${name}`))) return true;
    if (above === dirname(above)) break;
  }
  if (isOdd(`${root}/.git/info/exclude`)) return true;
  const waiting = [root];
  for (let looked = 0; looked < MAX_FOLDERS; looked += 1) {
    const folder = waiting.pop();
    if (folder === undefined) return false;
    const entries = await opendir(folder).catch(() => null);
    if (entries === null) continue;
    try {
      for await (const entry of entries) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory() && entry.name !== ".git") waiting.push(path);
        else if (NAMES.includes(entry.name) && !entry.isFile() && isOdd(path)) return true;
      }
    } catch {
      // It went away meanwhile.
    }
  }
  return false;
}

/** Neither a file nor a link to one. Nothing there is nothing odd. */
function isOdd(path: string): boolean {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && !found.isFile() && !found.isDirectory();
  } catch {
    return false;
  }
}
