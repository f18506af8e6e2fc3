/**
 * The path half of the analyzer: one text to its lexical and its real path, and what stands there now. Synchronous, four
 * system calls for a thing that exists: the road asks it for every path argument before anything else happens.
 */
import type { Analysis, Analyzer, PathAnalysis } from "@toolplane/contract";
import { isToolError } from "@toolplane/contract";
import { createHandleOpener, lookAt, type OpenHandle } from "./open-handle.ts";
import type { Places } from "./places.ts";
import { posixPath } from "./posix-path.ts";
import { readPathText } from "./read-path-text.ts";
import { resolveLinks } from "./resolve-links.ts";

/** Makes `Analyzer.path`. */
export function createPathReader(
  places: Places,
  open: OpenHandle = createHandleOpener(),
): Analyzer["path"] {
  return (text) => {
    const lexical = readPathText(text, places);
    return lexical.ok ? readPlace(lexical.value, open) : lexical;
  };
}

/** Resolves an absolute, normalized path. */
function readPlace(lexical: string, open: OpenHandle): Analysis<PathAnalysis> {
  try {
    return { ok: true, value: readPresent(lexical, open) ?? readMissing(lexical, open) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException | null)?.code;
    if (code === "ELOOP") return { ok: false, message: "links on the path lead in a circle" };
    if (isToolError(error)) return { ok: false, message: error.message };
    // What may not be looked into: the names as far as they can be resolved.
    const real = resolveLinks(lexical);
    return real === null
      ? { ok: false, message: "links on the path lead in a circle" }
      : { ok: true, value: { lexical, real, kind: "missing" } };
  }
}

function readPresent(lexical: string, open: OpenHandle): PathAnalysis | null {
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

function readMissing(lexical: string, open: OpenHandle): PathAnalysis {
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
  const real = resolveLinks(lexical);
  if (real === null) throw Object.assign(new RangeError("circle"), { code: "ELOOP" });
  return { lexical, real, kind: "missing" };
}
