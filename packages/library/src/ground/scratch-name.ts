/**
 * Files in the scratch folder of a session. Each process has a folder of its own there, made and removed by the host, and each
 * session one in that; what is recorded of an earlier one is known by how such a folder is called.
 */
import { tmpdir } from "node:os";
import { isBelow, posixPath } from "@toolplane/readings";

const NAMED = "/toolplane-";
const FOLDER = /^toolplane-[A-Za-z0-9]{6}$/;
/** The ids that we give, and the digests in place of other ids that are no names. */
const SESSION = /^(?:ses_[A-Za-z0-9]+|\+[0-9a-f]{64})$/;

/** The path below the session's folder; null for a path that lies in none. */
export function scratchName(path: string): string | null {
  // Asked of each of tens of thousands of changes, of which hardly any is one.
  if (!path.includes(NAMED)) return null;
  for (const parent of new Set(["/tmp", tmpdir()])) {
    if (!isBelow(path, parent)) continue;
    const [folder = "", ...names] = posixPath.below(parent, path).split("/");
    const below = SESSION.test(names[0] ?? "") ? names.slice(1) : names;
    if (FOLDER.test(folder) && below.length > 0) return below.join("/");
  }
  return null;
}
