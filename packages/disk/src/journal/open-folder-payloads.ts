/** Images by content address: one private file each, written beside its place and linked there whole. */

import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  write,
} from "node:fs";
import { promisify } from "node:util";
import { ToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { errorCode } from "@toolplane/readings";
import { isMissing } from "../paths/handles/open-handle.ts";

const syncToDisk = promisify(fsync);
const writeLater = promisify(write);
const ADDRESS = /^[0-9a-f]{64}$/;

export interface FolderPayloads {
  readonly store: Store["payloads"];
  sizes(): ReadonlyMap<string, number>;
  drop(address: string): void;
}

/** Opens the folder, made with mode 0700. */
export function openFolderPayloads(folder: string): FolderPayloads {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const placeOf = (address: string) => {
    if (!ADDRESS.test(address))
      throw new ToolError("invalid_input", "An image is named by the SHA-256 of its bytes, in hex");
    return `${folder}/${address.slice(0, 2)}/${address}`;
  };
  function drop(address: string): void {
    try {
      unlinkSync(placeOf(address));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return {
    store: {
      put: async (address, bytes) => putOnce(placeOf(address), bytes),
      async get(address) {
        try {
          return new Uint8Array(readFileSync(placeOf(address)));
        } catch (error) {
          if (isMissing(error)) return null;
          throw new ToolError("unavailable", "A kept image cannot be read", { cause: error });
        }
      },
      drop: async (address) => drop(address),
    },
    sizes() {
      const files = readdirSync(folder).flatMap((part) =>
        readdirSync(`${folder}/${part}`).filter((name) => ADDRESS.test(name)),
      );
      return new Map(files.map((address) => [address, statSync(placeOf(address)).size]));
    },
    drop,
  };
}

async function putOnce(path: string, bytes: Uint8Array): Promise<void> {
  if (isThere(path)) return;
  const folder = path.slice(0, path.lastIndexOf("/"));
  const temporary = `${folder}/.${randomBytes(16).toString("hex")}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const fd = openSync(temporary, "wx", 0o600);
    try {
      for (let at = 0; at < bytes.length; )
        at += (await writeLater(fd, bytes, at, bytes.length - at, null)).bytesWritten;
      await syncToDisk(fd);
    } finally {
      closeSync(fd);
    }
    linkOnce(temporary, path);
  } catch (error) {
    throw new ToolError("unavailable", "What the file held before cannot be kept, so it stays", {
      cause: error,
    });
  } finally {
    tryUnlink(temporary);
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function linkOnce(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Two calls kept the same bytes: they are the same file.
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

function tryUnlink(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Never made.
  }
}
