/** Finds files by their names below a folder that a process is shown, so that what it may have read can be told. Bounded. */
import { type Dirent, readdirSync } from "node:fs";
import type { Analyzer } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";
import type { Places } from "./places.ts";
import { readPathText } from "./read-path-text.ts";

/** Names that are looked at: some tenth of a second. */
const MAX_ENTRIES = 20_000;

/** What everybody can download holds nothing that is somebody's own, and most of all files; git's own folder is judged as history. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git", ".venv", "__pycache__"]);

/** Makes `Analyzer.named`: absolute paths; links are not followed, but one that is called so is found. */
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
        } else if (!LEFT_OUT.has(entry.name)) waiting.push(path);
      }
    }
    return { paths, complete };
  };
}

function entriesOf(path: string): readonly Dirent[] | null {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException | null)?.code;
    return code === "ENOENT" || code === "ENOTDIR" ? [] : null;
  }
}
