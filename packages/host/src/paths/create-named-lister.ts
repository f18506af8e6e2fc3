/** Finds files by their names below a folder that a process is shown, so that what it may have read can be told. Bounded. */
import { type Dirent, readdirSync, realpathSync } from "node:fs";
import type { Analyzer } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";
import type { Places } from "./places.ts";
import { readPathText } from "./read-path-text.ts";

/** Names that are looked at: some tenth of a second. */
const MAX_ENTRIES = 20_000;

/** What everybody can download holds nothing that is somebody's own, and most of all files; git's own folder is judged as history. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git", ".venv", "__pycache__"]);

/**
 * Makes `Analyzer.named`: absolute paths. Folders behind links are not looked through; of a link to a file both names count, and what
 * it leads to is told where that is the one that is meant.
 */
export function createNamedLister(
  places: Places,
  most: number = MAX_ENTRIES,
): NonNullable<Analyzer["named"]> {
  return (text, mayBeMeant) => {
    const root = readPathText(text, places);
    if (!root.ok) return { paths: [], complete: false };
    const paths: string[] = [];
    const waiting = [root.value];
    let looked = 0;
    let complete = true;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const entries = entriesOf(at);
      if (entries === null) complete = false;
      for (const entry of entries ?? []) {
        looked += 1;
        if (looked > most) return { paths, complete: false };
        const path = posixPath.join(at, entry.name);
        if (!entry.isDirectory()) {
          if (mayBeMeant(path)) paths.push(path);
          const real = entry.isSymbolicLink() ? realOf(path) : null;
          if (real !== null && mayBeMeant(real)) paths.push(real);
        } else if (!LEFT_OUT.has(entry.name)) waiting.push(path);
      }
    }
    return { paths, complete };
  };
}

/** Null for a link that leads nowhere. */
function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function entriesOf(path: string): readonly Dirent[] | null {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException | null)?.code;
    return code === "ENOENT" || code === "ENOTDIR" ? [] : null;
  }
}
