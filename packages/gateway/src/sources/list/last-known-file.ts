/**
 * Keeps how a source was doing when its server was last at work or its description last read, so that it can be shown without
 * starting anything. Only words of ours and counts: nothing that a stranger's server said is kept here.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "@toolplane/disk/ground";
import { describeOwnerFault, readBoundedFile } from "@toolplane/disk/own-files";
import { serverDigest } from "./server-digest.ts";
import type { Source } from "./source.ts";

export interface LastKnown {
  readonly state: LastState;
  /** Wall clock. */
  readonly atMs: number;
  /** Tools that were not what a person agreed to. */
  readonly changed: number;
  /** Tools that were not offered. */
  readonly left: number;
}

const STATES = ["ready", "waiting", "unauthorized", "failed"] as const;
type LastState = (typeof STATES)[number];
const MAX_BYTES = 4_096;

/** Null where nothing is known of exactly this server. */
export function readLastKnown(
  userData: string,
  { name, server }: Pick<Source, "name" | "server">,
): LastKnown | null {
  const path = fileOf(userData, name);
  try {
    const bytes = readBoundedFile({
      path,
      shown: path,
      maxBytes: MAX_BYTES,
      check: describeOwnerFault,
    });
    const kept = bytes && (JSON.parse(bytes.toString("utf8")) as Record<string, unknown>);
    if (kept?.server !== serverDigest(server)) return null;
    const state = STATES.find((one) => one === kept.state);
    const { atMs, changed, left } = kept;
    if (!state || !isCount(atMs) || !isCount(changed) || !isCount(left)) return null;
    return { state, atMs, changed, left };
  } catch {
    return null;
  }
}

/**
 * Keeps a state. One that says nothing, such as a server that was not needed, leaves what is known. So does one that cannot be
 * written.
 */
export function noteLastKnown(
  userData: string,
  { name, server }: Pick<Source, "name" | "server">,
  { state, ...facts }: Omit<LastKnown, "state"> & { readonly state: string },
): void {
  if (!STATES.some((one) => one === state)) return;
  const known = { server: serverDigest(server), state, ...facts };
  try {
    mkdirSync(join(userData, "sources"), { recursive: true, mode: 0o700 });
    writeWhole(fileOf(userData, name), `${JSON.stringify(known)}\n`, 0o600);
  } catch {}
}

export function removeLastKnown(userData: string, name: string): void {
  rmSync(fileOf(userData, name), { force: true });
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Names of sources are plain, so they can be part of a file's. */
function fileOf(userData: string, name: string): string {
  return join(userData, "sources", `${name}.health`);
}
