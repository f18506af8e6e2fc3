/**
 * Keeps what was fetched from the addresses of skills, in the user-data folder: a start does not wait for the network each time,
 * and one without it has what it had. A copy serves for an hour; where nothing can be fetched, an older one does, for a week.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SkillFiles } from "@toolplane/agent";
import { writeWhole } from "@toolplane/disk/ground";
import { describeOwnerFault, readBoundedFile } from "@toolplane/disk/own-files";

type Fetch = Required<SkillFiles>["fetch"];

const FRESH_MS = 3_600_000;
const USABLE_MS = 7 * 24 * 3_600_000;
/** Bytes kept beside the text itself, and the growth by base64. */
const ROOM = 4_096;
const GROWTH = 1.4;

export interface KeepFetchedOptions {
  readonly userData: string;
  /** All that are named now: copies of others go. */
  readonly urls: readonly string[];
  readonly nowMs: () => number;
}

export function keepFetched(fetch: Fetch, options: KeepFetchedOptions): Fetch {
  const folder = join(options.userData, "skill-urls");
  return async (address, maxBytes) => {
    const path = join(folder, nameOf(address));
    const kept = readCopy(path, { address, maxBytes, nowMs: options.nowMs() });
    if (kept && kept.ageMs < FRESH_MS) return kept.bytes;
    const fetched = await fetch(address, maxBytes);
    if (!(fetched instanceof Uint8Array)) return kept?.bytes ?? fetched;
    writeCopy(path, { folder, address, bytes: fetched, atMs: options.nowMs() });
    removeOthers(folder, options.urls);
    return fetched;
  };
}

/** Null where there is none that can still be used. */
function readCopy(
  path: string,
  { address, maxBytes, nowMs }: { address: string; maxBytes: number; nowMs: number },
): { readonly bytes: Uint8Array; readonly ageMs: number } | null {
  try {
    const file = readBoundedFile({
      path,
      shown: path,
      check: describeOwnerFault,
      maxBytes: Math.ceil(maxBytes * GROWTH) + ROOM,
    });
    const kept = file && (JSON.parse(file.toString("utf8")) as Record<string, unknown>);
    if (kept?.address !== address || typeof kept.text !== "string") return null;
    const ageMs = typeof kept.atMs === "number" ? nowMs - kept.atMs : -1;
    const bytes = Uint8Array.from(Buffer.from(kept.text, "base64"));
    // A clock that was set back makes no copy young again.
    return ageMs >= 0 && ageMs < USABLE_MS && bytes.length <= maxBytes ? { bytes, ageMs } : null;
  } catch {
    return null;
  }
}

/** One that cannot be written is fetched again. */
function writeCopy(
  path: string,
  copy: {
    readonly folder: string;
    readonly address: string;
    readonly bytes: Uint8Array;
    readonly atMs: number;
  },
): void {
  const { folder, address, bytes, atMs } = copy;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const text = Buffer.from(bytes).toString("base64");
    writeWhole(path, JSON.stringify({ address, atMs, text }), 0o600);
  } catch {
    // No room, or a folder that is not ours.
  }
}

function removeOthers(folder: string, urls: readonly string[]): void {
  const named = new Set(urls.map(nameOf));
  try {
    for (const name of readdirSync(folder))
      if (!named.has(name)) rmSync(join(folder, name), { force: true });
  } catch {
    // There is none.
  }
}

function nameOf(address: string): string {
  return `${createHash("sha256").update(address).digest("hex")}.json`;
}
