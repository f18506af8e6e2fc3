/**
 * Reads a text as an absolute path, or says why it cannot be a path at all. The analyzer and the doors share it, so that a text
 * which never became a footprint never becomes an operation either. Nothing is decoded: a tilde, a percent sign or a scheme is
 * part of a name.
 */
import type { Analysis } from "@toolplane/contract/ports";
import { isWindowsPath, isWithin, posixPath } from "@toolplane/readings";
import type { Places } from "./places/places.ts";

const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 255;
/** Four bytes a character at most. */
const SHORT = 63;
const TEMPORARY = "/tmp";

/** The absolute, normalized path that a text names, or why it names none. */
export function readPathText(text: string, places: Places): Analysis<string> {
  const fault = describeFault(text);
  if (fault !== null) return { ok: false, message: fault };
  const from = places.roots[0];
  if (from === undefined && !text.startsWith("/"))
    return { ok: false, message: "no workspace is open, so a path must be absolute" };
  const lexical = placed(posixPath.normalize(text, from ?? "/"), places);
  return lexical.length > SHORT && lexical.split("/").some(longName)
    ? { ok: false, message: `a name in a path must not be longer than ${MAX_NAME_BYTES} bytes` }
    : { ok: true, value: lexical };
}

function describeFault(text: string): string | null {
  if (text === "") return "a path must not be empty";
  if (text.includes("\0")) return "a path must not hold a NUL character";
  // A character is at most three bytes for each of its UTF-16 units, so short texts need no count.
  if (text.length * 3 > MAX_PATH_BYTES && Buffer.byteLength(text) > MAX_PATH_BYTES)
    return `a path must not be longer than ${MAX_PATH_BYTES} bytes`;
  if (isWindowsPath(text))
    return "a path of Windows (drive, UNC, device or ..\\) means nothing here";
  if (!text.isWellFormed()) return "a path must be valid Unicode";
  return null;
}

function longName(name: string): boolean {
  return name.length > SHORT && Buffer.byteLength(name) > MAX_NAME_BYTES;
}

/** Rewrites other spellings of a root, and `/tmp` where that means scratch. */
function placed(path: string, places: Places): string {
  for (const { from, to } of places.aliases) {
    if (isWithin(path, from)) return posixPath.join(to, posixPath.below(from, path));
  }
  if (!places.tmpIsScratch || !isWithin(path, TEMPORARY)) return path;
  // A root that itself lies below /tmp keeps its own name: the sandbox binds it there too. So does the git folder of one. One that
  // /tmp lies in does not: commands see scratch there.
  const { roots, gitFolders = [], added = [], scratch, userData, adHoc } = places;
  const own = [...roots, ...gitFolders, ...added, scratch, userData, ...adHoc()];
  const isBelow = (root: string) => isWithin(root, TEMPORARY);
  if (own.some((root) => isBelow(root) && isWithin(path, root))) return path;
  return posixPath.join(places.scratch, posixPath.below(TEMPORARY, path));
}
