/**
 * Keeps how a source was doing when its server was last at work or its description last read, so that it can be shown without
 * starting anything. Only words of ours and counts: nothing that a stranger's server said is kept here.
 */
import { serverDigest } from "./server-digest.ts";
import type { Source } from "./source.ts";
import { type SourceNote, sourceNote } from "./source-note.ts";

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

/** Null where nothing is known of exactly this server. */
export function readLastKnown(
  userData: string,
  { name, server }: Pick<Source, "name" | "server">,
): LastKnown | null {
  const kept = noteOf(userData, name).read();
  if (kept?.server !== serverDigest(server)) return null;
  const state = STATES.find((one) => one === kept.state);
  const { atMs, changed, left } = kept;
  if (!state || !isCount(atMs) || !isCount(changed) || !isCount(left)) return null;
  return { state, atMs, changed, left };
}

/** Keeps a state. One that says nothing, such as a server that was not needed, leaves what is known. */
export function noteLastKnown(
  userData: string,
  { name, server }: Pick<Source, "name" | "server">,
  { state, ...facts }: Omit<LastKnown, "state"> & { readonly state: string },
): void {
  if (!STATES.some((one) => one === state)) return;
  noteOf(userData, name).write({ server: serverDigest(server), state, ...facts });
}

export function removeLastKnown(userData: string, name: string): void {
  noteOf(userData, name).remove();
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function noteOf(userData: string, name: string): SourceNote {
  return sourceNote(userData, name, { ending: "health" });
}
