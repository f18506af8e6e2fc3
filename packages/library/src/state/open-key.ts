/**
 * The key file: 32 random bytes, made once. Two processes that make it at the same moment end up with the same one. It seals
 * records and receipts, so a key that others could have read or put there is refused, and not mended: only a person can say
 * whether it is still worth anything.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";
import { describeFault } from "./describe-fault.ts";
import { isForeign, openUserData } from "./open-user-data.ts";
import { KEY_FILE } from "./state-files.ts";

const KEY_BYTES = 32;

/** Reads the key of a user-data directory, or makes it. Throws a ConfigurationError with what to do. */
export function openKey(userData: string): Uint8Array {
  openUserData(userData);
  const path = join(userData, KEY_FILE);
  try {
    return readKey(path) ?? makeKey(path);
  } catch (error) {
    throw describeFault(error, path);
  }
}

function makeKey(path: string): Uint8Array {
  // Linked into place: the name never shows a file that is half written.
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(fresh, randomBytes(KEY_BYTES), { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(fresh, path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    unlinkSync(fresh);
  }
  const known = readKey(path);
  if (known === null) throw new ConfigurationError(path, "was removed while it was made");
  return known;
}

/** Checks and reads through one descriptor: what is checked is what is read. */
/** Null where there is none. */
export function readKey(path: string): Uint8Array | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new ConfigurationError(path, "is not a file: move it away");
    if (isForeign(stat.uid)) throw new ConfigurationError(path, "belongs to another user");
    if ((stat.mode & 0o077) !== 0)
      throw new ConfigurationError(
        path,
        "can be read by others. If nobody did: chmod 600 it. If somebody may have: move it away, and a new one is made; records sealed with the old one then no longer verify",
      );
    const bytes = new Uint8Array(KEY_BYTES + 1);
    const read = readSync(file, bytes, 0, bytes.length, 0);
    if (read !== KEY_BYTES)
      throw new ConfigurationError(
        path,
        `a key of ${KEY_BYTES} bytes is expected: put a copy of it back, or move it away and a new one is made`,
      );
    return bytes.slice(0, KEY_BYTES);
  } finally {
    closeSync(file);
  }
}
