/** The key file: 32 random bytes, made once. Two processes that make it at the same moment end up with the same one. */
import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "@toolplane/contract";

const KEY_BYTES = 32;

/** Reads the key of a user-data directory, or makes it. */
export function openKey(userData: string): Uint8Array {
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  const path = join(userData, "record.key");
  const known = readKey(path);
  if (known !== null) return known;
  // Linked into place: the name never shows a file that is half written.
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(fresh, randomBytes(KEY_BYTES), { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(fresh);
  }
  return readKey(path) ?? new Uint8Array();
}

function readKey(path: string): Uint8Array | null {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  if (bytes.length !== KEY_BYTES)
    throw new ConfigurationError(path, `a key of ${KEY_BYTES} bytes is expected`);
  return bytes;
}
