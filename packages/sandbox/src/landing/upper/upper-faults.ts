/** Why a change of a command never lands, whatever rules say; null when nothing is wrong with it. */
import type { BigIntStats } from "node:fs";
import { modeOf } from "../disk/byte-fs.ts";
import type { OverlayMarks } from "./overlay-marks.ts";

const SET_ID = "it would run with the rights of its owner or group (setuid, setgid)";

/** A folder may have the set-group bit of the folder it lies in, which the system gives it. */
export function newFolderFault(upper: BigIntStats, parent: BigIntStats | null): string | null {
  const bits = modeOf(upper) & 0o6000;
  return bits === 0 || (bits === 0o2000 && (modeOf(parent) & 0o2000) !== 0) ? null : SET_ID;
}

export function addedBitsFault(upper: BigIntStats, root: BigIntStats): string | null {
  return (modeOf(upper) & ~modeOf(root) & 0o6000) === 0 ? null : SET_ID;
}

export function fileFault(upper: BigIntStats, isGit: boolean): string | null {
  if (upper.isSymbolicLink()) return isGit ? "a link inside .git can lead git elsewhere" : null;
  if (!upper.isFile()) return "it is a device, a pipe or a socket";
  return (modeOf(upper) & 0o6000) === 0 ? null : SET_ID;
}

/** A folder that was copied up cannot have been moved by the command: without its twin, another process removed that. */
export function goneFault(
  marks: OverlayMarks | undefined,
  root: BigIntStats | null,
): string | null {
  return root === null && marks?.origin != null && !marks.opaque
    ? "somebody else removed the folder meanwhile"
    : null;
}
