/**
 * Each session's own scratch folder: one in the host's, which no tool and no command can write, so that nothing there can be put
 * in its place. A session's tools and commands are shown theirs and no other.
 */
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { posixPath } from "@toolplane/readings";
import { createHandleOpener } from "../handles/open-handle.ts";
import { removeTree } from "../trees/remove-tree.ts";
import type { Places } from "./places.ts";

export interface SessionPlaces {
  /** The host's places with this session's scratch folder, which is there then. */
  of(sessionId: string): Places;
  /** Removes the session's folder with everything in it. */
  forget(sessionId: string): void;
}

/** `at` says where a session's paths are reached: by themselves unless given. */
export function createSessionPlaces(
  places: Places,
  at?: (sessionId: string, path: string) => string,
): SessionPlaces {
  const known = new Map<string, Places>();
  return {
    of(sessionId) {
      const found = known.get(sessionId);
      if (found !== undefined) return found;
      const scratch = posixPath.join(places.scratch, folderName(sessionId));
      // At the level none a command may have removed the folder around it.
      mkdirSync(scratch, { recursive: true, mode: 0o700 });
      const reached = at === undefined ? {} : { at: (path: string) => at(sessionId, path) };
      const own = { ...places, scratch, allScratch: places.scratch, ...reached };
      known.set(sessionId, own);
      return own;
    },
    forget(sessionId) {
      known.delete(sessionId);
      removeFolder(places.scratch, folderName(sessionId));
    },
  };
}

/** Removes a folder if it can. One that cannot be removed now goes with the host's folder: it keeps no session from closing. */
function removeFolder(parent: string, name: string): void {
  const open = createHandleOpener();
  try {
    const pinned = open(parent, "keep");
    try {
      if (pinned !== null) removeTree(open, pinned, { name, closed: "too" });
    } finally {
      pinned?.close();
    }
  } catch {
    // Busy, or another user's by now.
  }
}

/** The name of a session's folder. Ids are names of ours; one that could be read as a path is hashed. */
export function folderName(sessionId: string): string {
  if (/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(sessionId)) return sessionId;
  // No id that is taken as it is begins like that.
  return `+${createHash("sha256").update(sessionId).digest("hex")}`;
}
