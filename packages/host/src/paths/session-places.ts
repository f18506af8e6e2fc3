/**
 * Each session's own scratch folder: one in the host's, which no tool and no command can write, so that nothing there can be put
 * in its place. A session's tools and commands are shown theirs and no other.
 */
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { posixPath } from "@toolplane/readings";
import { createHandleOpener } from "./open-handle.ts";
import type { Places } from "./places.ts";
import { removeTree } from "./remove-tree.ts";

export interface SessionPlaces {
  /** The host's places with this session's scratch folder, which is there then. */
  of(sessionId: string): Places;
  /** Removes the session's folder with everything in it. */
  forget(sessionId: string): void;
}

/** Makes the places of the sessions of one host. */
export function createSessionPlaces(places: Places): SessionPlaces {
  const known = new Map<string, Places>();
  return {
    of(sessionId) {
      const found = known.get(sessionId);
      if (found !== undefined) return found;
      const scratch = posixPath.join(places.scratch, folderName(sessionId));
      // At the level none a command may have removed the folder around it.
      mkdirSync(scratch, { recursive: true, mode: 0o700 });
      const own = { ...places, scratch };
      known.set(sessionId, own);
      return own;
    },
    forget(sessionId) {
      known.delete(sessionId);
      const open = createHandleOpener();
      const parent = open(places.scratch, "keep");
      try {
        if (parent !== null) removeTree(open, parent, folderName(sessionId));
      } finally {
        parent?.close();
      }
    },
  };
}

/** The name of a session's folder. Ids are names of ours; one that could be read as a path is hashed. */
export function folderName(sessionId: string): string {
  if (/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(sessionId)) return sessionId;
  return createHash("sha256").update(sessionId).digest("hex");
}
