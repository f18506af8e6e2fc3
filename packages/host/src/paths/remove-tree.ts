/**
 * Removes what stands at a name in a pinned directory, without ever following a link: each directory is pinned before it
 * is emptied, so that one swapped for a link on the way leads nowhere.
 */
import { readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { type Handle, isMissing, type OpenHandle } from "./open-handle.ts";

/** Removes it, whatever it is; what is gone already is fine. */
export function removeTree(open: OpenHandle, parent: Handle, name: string): void {
  const path = parent.child(name);
  const handle = open(path, "keep");
  if (handle === null) return;
  try {
    if (handle.kind !== "directory") {
      removed(() => unlinkSync(path));
      return;
    }
    for (const entry of readdirSync(handle.self, { withFileTypes: true })) {
      if (entry.isDirectory()) removeTree(open, handle, entry.name);
      else removed(() => unlinkSync(handle.child(entry.name)));
    }
    removed(() => rmdirSync(path));
  } finally {
    handle.close();
  }
}

function removed(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
