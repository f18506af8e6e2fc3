/** The end of a set that does not land: it waits for a person, or it is dropped. */
import type { ChangeSet, LandingCause, RefusedChange } from "@toolplane/contract";
import { clearTree } from "@toolplane/disk/paths";
import { errorCode } from "@toolplane/readings";
import { keptModes } from "./changes/kept-modes.ts";
import type { Weighed } from "./changes/mark-unkept.ts";
import { rootName } from "./disk/placed-root.ts";
import type { LandingParts } from "./landing-parts.ts";
import { type LandingState, writeState } from "./state/landing-state.ts";
import type { SettledCall } from "./state/landings.ts";
import { lastingIndexes } from "./state/lasting-indexes.ts";
import { tellLanding } from "./tell-landing.ts";

export interface CallInHand {
  readonly folder: string;
  readonly state: LandingState;
}

export interface CallRead extends Weighed {
  readonly set: ChangeSet;
  readonly bytes: number;
}

export interface Asked {
  readonly call: CallInHand;
  readonly read: CallRead;
  readonly parts: LandingParts;
}

/** It waits under its call id. */
export function keep(
  { call, read, parts }: Asked,
  why: LandingCause,
  refused: readonly RefusedChange[],
): SettledCall {
  const landing = tellLanding(read.set, { state: "kept", why, refused });
  const { staging: _staging, ...state } = call.state;
  const indexes = lastingIndexes(call.folder, state.indexes, read.changes);
  try {
    const kept = { landing, bytes: read.bytes, ...modesOf(call, read) };
    writeState(call.folder, { ...state, indexes, kept });
  } catch (error) {
    // One that waited already waits as it did. Any other would be a folder that nobody finds, on a disk that is full.
    if (state.kept !== undefined) return { landing, changed: [], undo: [] };
    const reason = `what the command changed could not be kept: ${systemText(error)}`;
    const path = read.set.changes[0]?.path ?? rootName(state.roots[0]?.root ?? "");
    return drop({ call, read }, "failed", [...refused, { path, reason }]);
  }
  parts.onKept();
  return { landing, changed: [], undo: [] };
}

export function drop(
  { call, read }: Pick<Asked, "call" | "read">,
  why: LandingCause,
  refused: readonly RefusedChange[] = [],
): SettledCall {
  clearTree(call.folder);
  return {
    landing: tellLanding(read.set, { state: "dropped", why, refused }),
    changed: [],
    undo: [],
  };
}

export function modesOf(
  { state }: CallInHand,
  { changes }: CallRead,
): Pick<NonNullable<LandingState["kept"]>, "modes"> {
  const modes = keptModes(state, changes);
  return modes === undefined ? {} : { modes };
}

function systemText(error: unknown): string {
  return errorCode(error) === "ENOSPC" ? "no space is left on the disk" : String(error);
}
