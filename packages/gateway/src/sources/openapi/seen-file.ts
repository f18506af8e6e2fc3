/**
 * Keeps the moment when the description of an API was last found to be the one that a person agreed to. An address is asked again
 * after a day, not by every command.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "@toolplane/disk/ground";
import { describeOwnerFault, readBoundedFile } from "@toolplane/disk/own-files";

const MAX_BYTES = 4_096;

/** Wall clock in milliseconds; null where it was never seen so. */
export function readSeen(userData: string, name: string, digest: string): number | null {
  const path = fileOf(userData, name);
  try {
    const bytes = readBoundedFile({
      path,
      shown: path,
      maxBytes: MAX_BYTES,
      check: describeOwnerFault,
    });
    if (bytes === null) return null;
    const { atMs, text } = JSON.parse(bytes.toString("utf8")) as Record<string, unknown>;
    return typeof atMs === "number" && text === digest ? atMs : null;
  } catch {
    return null;
  }
}

/** One that cannot be written is only asked again sooner. */
export function noteSeen(
  userData: string,
  name: string,
  seen: { readonly text: string; readonly atMs: number },
): void {
  try {
    mkdirSync(join(userData, "sources"), { recursive: true, mode: 0o700 });
    writeWhole(fileOf(userData, name), `${JSON.stringify(seen)}\n`, 0o600);
  } catch {}
}

export function removeSeen(userData: string, name: string): void {
  rmSync(fileOf(userData, name), { force: true });
}

/** Names of sources are plain, so they can be part of a file's. */
function fileOf(userData: string, name: string): string {
  return join(userData, "sources", `${name}.seen`);
}
