/**
 * Keeps the pins of one source in a file of its own: an API may have ten thousand operations, and the list of sources stays
 * small. The list names the pins by their digest, and the file is named after it: a run that is cut off between the two writes
 * leaves the earlier list with the earlier pins. Pins that do not come to the digest are none, so that everything is asked about.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError, type JsonObject } from "@toolplane/contract";
import { writeWhole } from "@toolplane/disk/ground";
import { describeOwnerFault, readBoundedFile } from "@toolplane/disk/own-files";
import { digestOf } from "@toolplane/kernel";
import type { Source } from "./source.ts";

type Pins = Source["pins"];

const MAX_BYTES = 16 * 1_048_576;

/** The digest by which the list names them. */
export function pinsDigest(pins: Pins): string {
  return digestOf(pins);
}

export function readPins(userData: string, name: string, digest: string): Pins {
  const path = fileOf(userData, name, digest);
  try {
    const bytes = readBoundedFile({
      path,
      shown: path,
      maxBytes: MAX_BYTES,
      check: describeOwnerFault,
    });
    const pins = bytes && (JSON.parse(bytes.toString("utf8")) as JsonObject);
    return pins && pinsDigest(pins as Pins) === digest ? (pins as Pins) : {};
  } catch {
    return {};
  }
}

/** Throws a ConfigurationError for more than can be read again. */
export function writePins(userData: string, name: string, pins: Pins): void {
  const path = fileOf(userData, name, pinsDigest(pins));
  const text = `${JSON.stringify(pins)}\n`;
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new ConfigurationError(path, "has no room for so many tools; take fewer, with --only");
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  mkdirSync(join(userData, FOLDER), { recursive: true, mode: 0o700 });
  writeWhole(path, text, 0o600);
}

/** Takes away what the list no longer names. */
export function removePins(userData: string, name: string, keep: Pins | null): void {
  const folder = join(userData, FOLDER);
  const kept = keep === null ? null : fileOf(userData, name, pinsDigest(keep));
  for (const one of namesIn(folder)) {
    const path = join(folder, one);
    if (one.startsWith(`${prefixOf(name)}.`) && one.endsWith(ENDING) && path !== kept)
      rmSync(path, { force: true });
  }
}

const FOLDER = "sources";
const ENDING = ".pins";

function fileOf(userData: string, name: string, digest: string): string {
  return join(userData, FOLDER, `${prefixOf(name)}.${digest.slice(0, 32)}${ENDING}`);
}

function prefixOf(name: string): string {
  return createHash("sha256").update(name).digest("hex");
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
