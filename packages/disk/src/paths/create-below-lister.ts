/** Lists what lies below a tree that is about to be written, so that a question and a verdict can name it. Bounded. */
import { readdirSync } from "node:fs";
import type { Analyzer } from "@toolplane/contract/ports";
import { errorCode, posixPath } from "@toolplane/readings";
import type { Places } from "./places/places.ts";
import { reach } from "./places/reach.ts";
import { readPathText } from "./read-path-text.ts";

/**
 * Installed packages are tens of thousands of files, and who removes them is not to be asked for their number. As many where the
 * command runs on a view: of a tree that is not listed every restriction counts that could match something in it, so a denial of
 * `.env` anywhere would refuse the command before there is anything to judge again.
 */
const MAX_ENTRIES = 100_000;
const MAX_FOLDERS = 10_000;

/** Makes `Analyzer.below`: absolute paths, links neither followed nor left out; with `folders` or `links` only those are listed. */
export function createBelowLister(
  places: Places,
  what: "everything" | "folders" | "links" = "everything",
): NonNullable<Analyzer["below"]> {
  return (text, most = what === "folders" ? MAX_FOLDERS : MAX_ENTRIES) => {
    const root = readPathText(text, places);
    if (!root.ok) return { paths: [], complete: false };
    const paths: string[] = [];
    const waiting = [root.value];
    let complete = true;
    let seen = 0;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const entries = entriesOf(reach(places, at));
      if (entries === null) complete = false;
      for (const entry of entries ?? []) {
        if (what === "folders" && !entry.isDirectory()) continue;
        // Links are few among what is walked to find them.
        seen += 1;
        const listed = what === "links" ? seen - 1 : paths.length;
        if (listed >= most) return { paths, complete: false };
        if (what === "links" && !entry.isSymbolicLink()) {
          if (entry.isDirectory()) waiting.push(posixPath.join(at, entry.name));
          continue;
        }
        const path = posixPath.join(at, entry.name);
        paths.push(path);
        if (entry.isDirectory()) waiting.push(path);
      }
    }
    return { paths, complete };
  };
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const code = errorCode(error);
    return code === "ENOENT" || code === "ENOTDIR" ? [] : null;
  }
}
