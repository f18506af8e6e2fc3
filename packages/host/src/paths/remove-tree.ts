/**
 * Removes what stands at a name in a pinned directory, without ever following a link: each directory is pinned before it
 * is emptied, so that one swapped for a link on the way leads nowhere.
 */
import { chmodSync, readdirSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { type Handle, isMissing, type OpenHandle } from "./open-handle.ts";

const ALL = 0o700;

/** Removes it, whatever it is; what is gone already is fine. `closed: "too"` also opens folders that their mode closes. */
export function removeTree(
  open: OpenHandle,
  parent: Handle,
  { name, closed }: { readonly name: string; readonly closed?: "too" },
): void {
  const path = parent.child(name);
  const handle = open(path, "keep");
  if (handle === null) return;
  try {
    if (handle.kind !== "directory") {
      removed(() => unlinkSync(path));
      return;
    }
    if (closed === "too" && (Number(handle.stat.mode) & ALL) !== ALL) chmodSync(handle.self, ALL);
    for (const entry of readdirSync(handle.self, { withFileTypes: true, encoding: "buffer" })) {
      const text = entry.name.toString();
      if (Buffer.compare(Buffer.from(text), entry.name) !== 0) removeBytes(handle.self, entry.name);
      else if (entry.isDirectory())
        removeTree(open, handle, { name: text, ...(closed && { closed }) });
      else removed(() => unlinkSync(handle.child(text)));
    }
    removed(() => rmdirSync(path));
  } finally {
    handle.close();
  }
}

/** No text names what is not valid Unicode, so nothing pins it; removing goes by descriptors there, too. */
function removeBytes(folder: string, name: Buffer): void {
  rmSync(Buffer.concat([Buffer.from(`${folder}/`), name]), { recursive: true, force: true });
}

function removed(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
