/**
 * The path half of the analyzer: one text to its lexical and its real path, and the kind of thing there now. Synchronous, two
 * system calls for a thing that is no link: the road asks it for every path argument before anything else happens. It is a
 * prediction, which doors verify on a descriptor; links and whatever is odd take the slow way over a pinned handle here too.
 */
import { lstatSync, realpathSync } from "node:fs";
import { isToolError } from "@toolplane/contract";
import type { Analysis, Analyzer, PathAnalysis } from "@toolplane/contract/ports";
import { errorCode, posixPath } from "@toolplane/readings";
import type { OtherNames } from "./create-other-names.ts";
import { createHandleOpener, lookAt, type OpenHandle } from "./handles/open-handle.ts";
import type { Places } from "./places/places.ts";
import { readPathText } from "./read-path-text.ts";
import { resolveLinks } from "./resolve-links.ts";

/** Elsewhere a name may be written in another case than it has, so that only the system can say what it is. */
const KEEPS_CASE = process.platform === "linux";

export function createPathReader(
  places: Places,
  open: OpenHandle = createHandleOpener(places),
  otherNames?: OtherNames,
): Analyzer["path"] {
  return (text, intent) => {
    const lexical = readPathText(text, places);
    if (!lexical.ok) return lexical;
    return withOtherNames(
      readPlace(lexical.value, { open, at: places.at }),
      intent === "read" ? otherNames : undefined,
    );
  };
}

/** Adds the other names of a thing that is there: reading it reads those too. */
function withOtherNames(
  path: Analysis<PathAnalysis>,
  otherNames: OtherNames | undefined,
): Analysis<PathAnalysis> {
  if (!path.ok || !otherNames || path.value.kind === "missing") return path;
  const names = otherNames(path.value.real, path.value.links ?? 1).filter(
    (name) => name !== path.value.lexical,
  );
  return names.length === 0 ? path : { ok: true, value: { ...path.value, otherNames: names } };
}

/**
 * Makes readers that each remember what they found and the directories they came through: for the many paths of one command line,
 * which are looked at within the same moment, some of them as something read and as something written.
 */
export function createLinePaths(places: Places, otherNames?: OtherNames): () => Analyzer["path"] {
  const open = createHandleOpener(places);
  return () => {
    const directories = new Map<string, string>();
    const known = new Map<string, Analysis<PathAnalysis>>();
    return (text, intent) => {
      const lexical = readPathText(text, places);
      if (!lexical.ok) return lexical;
      let path = known.get(lexical.value);
      if (path === undefined) {
        path = readPlace(lexical.value, { open, at: places.at, directories });
        known.set(lexical.value, path);
      }
      return withOtherNames(path, intent === "read" ? otherNames : undefined);
    };
  };
}

interface PathWorld {
  readonly at?: Places["at"] | undefined;
  readonly open: OpenHandle;
  readonly directories?: Map<string, string>;
}

/** Resolves an absolute, normalized path. */
function readPlace(lexical: string, world: PathWorld): Analysis<PathAnalysis> {
  const { directories, at = (same) => same } = world;
  // The short way asks the system for a name, which has another meaning where it is shown through a view.
  const plain = at(lexical) === lexical ? readPlain(lexical, directories) : null;
  if (plain !== null) return { ok: true, value: plain };
  try {
    return { ok: true, value: readPresent(lexical, world) ?? readMissing(lexical, world) };
  } catch (error) {
    const code = errorCode(error);
    if (code === "ELOOP") return { ok: false, message: "links on the path lead in a circle" };
    if (isToolError(error)) return { ok: false, message: error.message };
    // The system does not let us look into it: take the names as far as they can be resolved.
    const real = resolveLinks(lexical, world);
    return real === null
      ? { ok: false, message: "links on the path lead in a circle" }
      : { ok: true, value: { lexical, real, kind: "missing" } };
  }
}

/** Reads a thing that is no link, by its own name and its directory's real one; null for everything that needs a closer look. */
function readPlain(lexical: string, directories?: Map<string, string>): PathAnalysis | null {
  try {
    const stat = lstatSync(lexical, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink()) return null;
    const real =
      stat && (!directories || !KEEPS_CASE)
        ? realpathSync.native(lexical)
        : posixPath.join(
            realDirectory(posixPath.parent(lexical), directories ?? new Map()),
            posixPath.name(lexical),
          );
    // A name that is not valid Unicode, and the system's own files, are not told from a text.
    if (real.includes("\uFFFD") || real.startsWith("/proc/")) return null;
    if (stat === undefined) return { lexical, real, kind: "missing" };
    if (stat.isDirectory()) return { lexical, real, kind: "directory" };
    if (!stat.isFile()) return { lexical, real, kind: "special" };
    return { lexical, real, kind: "file", ...(stat.nlink > 1 ? { links: stat.nlink } : {}) };
  } catch {
    return null;
  }
}

/** Resolves a directory; one that is missing is below the nearest that is not. Throws on links that lead nowhere. */
function realDirectory(path: string, directories: Map<string, string>): string {
  const known = directories.get(path);
  if (known !== undefined || path === "/") return known ?? path;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  const above = posixPath.parent(path);
  const beside = stat?.isSymbolicLink() || !KEEPS_CASE ? undefined : directories.get(above);
  const real =
    stat === undefined
      ? posixPath.join(realDirectory(above, directories), posixPath.name(path))
      : beside === undefined
        ? realpathSync.native(path)
        : posixPath.join(beside, posixPath.name(path));
  directories.set(path, real);
  return real;
}

function readPresent(lexical: string, { open }: PathWorld): PathAnalysis | null {
  const handle = open(lexical, "follow");
  if (handle === null) return null;
  try {
    const { real, kind, stat } = handle;
    const links = kind === "file" ? Number(stat.nlink) : 1;
    return { lexical, real, kind, ...(links > 1 ? { links } : {}) };
  } finally {
    handle.close();
  }
}

function readMissing(lexical: string, world: PathWorld): PathAnalysis {
  const { open } = world;
  const parent = open(posixPath.parent(lexical), "follow");
  if (parent !== null) {
    const name = posixPath.name(lexical);
    try {
      // The usual new file: its directory is there and nothing, not even a link, has its name.
      if (parent.kind === "directory" && lookAt(parent.child(name)) === undefined)
        return { lexical, real: posixPath.join(parent.real, name), kind: "missing" };
    } finally {
      parent.close();
    }
  }
  const real = resolveLinks(lexical, world);
  if (real === null) throw Object.assign(new RangeError("circle"), { code: "ELOOP" });
  return { lexical, real, kind: "missing" };
}
