/** The end of a view: what its command changed is read and settled, or dropped where it may not land. */
import { rmdir } from "node:fs/promises";
import { isToolError, type RefusedChange } from "@toolplane/contract";
import { bootId } from "@toolplane/disk/ground";
import { nameChanges } from "@toolplane/disk/journal";
import { below, clearTree, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { namesIn } from "./disk/byte-fs.ts";
import { rootName } from "./disk/placed-root.ts";
import { syncDisk, syncLayer } from "./disk/sync-layer.ts";
import { type CallInHand, type CallRead, drop, keep } from "./keep-set.ts";
import type { LandingParts } from "./landing-parts.ts";
import { readCall, settleCall } from "./settle-call.ts";
import type { SettleCall, SettledCall } from "./state/landings.ts";
import { tellLanding } from "./tell-landing.ts";

const NOTHING: SettledCall = { changed: [], undo: [] };

/** Nothing may run in the view any more. Does not throw for what a set or a disk holds: that is said in `landing`. */
export async function endView(
  call: CallInHand,
  how: SettleCall,
  parts: LandingParts,
): Promise<SettledCall> {
  const masks = new Map((how.masks ?? []).map(({ root, folder }) => [root, folder]));
  const wrote = wroteAnything(call);
  // No process writes any more, so the view is read while it is taken down; what is moved must be under no mount. A view without
  // anything in it can stay until the answer is given.
  const down = wrote ? takeDown(call) : Promise.resolve();
  const isOver = how.stopped || how.dryRun || how.rerun === true || how.held === true;
  const isEarly = !isOver && !mayBeLate(call, parts) && wrote;
  // Begun at once: it takes its time while others read and judge.
  const early = isEarly ? syncDisk(call.folder) : null;
  try {
    const read = await readCall(call, parts, { masks, run: how.run });
    await down;
    if (read.changes.length === 0) {
      parts.clearing.add(call);
      return NOTHING;
    }
    if (!wrote) await takeDown(call);
    if (how.stopped) return drop({ call, read }, "stopped");
    if (how.dryRun) return drop({ call, read }, "dry-run");
    if (how.rerun === true) return drop({ call, read }, "rerun");
    if (how.held === true) return drop({ call, read }, "failed", heldBy(call));
    if (how.signal.aborted) return drop({ call, read }, "stopped");
    const judgement = { judge: how.judge, isPerson: false };
    const sync = (disk: Promise<boolean>) => syncLayer(disk, () => filesOf(call, read));
    const isLate = early === null && read.keeps;
    const synced = isLate ? undefined : sync(early ?? syncDisk(call.folder));
    synced?.catch(() => {});
    const late = isLate ? { boot: bootId(), later: parts.later } : undefined;
    const { signal, ended, isStill } = how;
    const settled = await settleCall(call, read, {
      judgement,
      parts,
      signal,
      ended,
      isStill,
      synced,
      late,
    });
    // A set that waits should outlast what happens to the machine, too; where that cannot be had, it waits all the same.
    const waits = settled.landing?.state === "kept";
    await (waits && isLate ? sync(syncDisk(call.folder)) : synced)?.catch(() => {});
    return { ...settled, undo: settled.undo.length === 0 ? [] : [nameChanges(settled.undo)] };
  } catch (error) {
    await down;
    await takeDown(call);
    return unreadable(call, error, isOver, parts);
  }
}

function heldBy({ state }: CallInHand): readonly RefusedChange[] {
  const reason = "another process of this session holds what the command wrote open for writing";
  return [{ path: rootName(state.roots[0]?.root ?? ""), reason }];
}

/**
 * Takes down a view that is mounted somewhere, together with the folder it is mounted on. Not in this thread: the kernel waits
 * until no process uses the mount any more.
 */
async function takeDown({ state }: CallInHand): Promise<void> {
  for (const { merged } of state.roots)
    await rmdir(toFsPath(toBytePath(merged))).catch(() => {
      // The rest goes with the call's folder, or with the session.
    });
}

/**
 * Writes older than this may be partly on disk: a file that was written over then looks whole. The system's own bound is longer.
 */
const LATE_WITHIN_MS = 20_000;

/** True where the disk may have it after the answer. */
function mayBeLate({ state }: CallInHand, { wallMs }: LandingParts): boolean {
  const isRecent = Math.abs(wallMs() - state.atMs) <= LATE_WITHIN_MS;
  // Where changes are staged inside a root, that is gone before the answer.
  return isRecent && bootId() !== "" && state.roots.every(({ renames }) => renames);
}

function wroteAnything({ state }: CallInHand): boolean {
  return state.roots.some(({ upper }) => {
    try {
      return namesIn(toBytePath(upper)).length > 0;
    } catch {
      return true;
    }
  });
}

function* filesOf({ state }: CallInHand, { changes }: CallRead): Generator<string> {
  for (const { root, at, kind, type } of changes)
    if (kind !== "removed" && type === "file")
      yield below(toBytePath(state.roots[root]?.upper ?? ""), at);
}

/** Refuses a view that cannot be read: it cannot be judged, so it does not land. Past a bound it is too much to keep. */
function unreadable(
  call: CallInHand,
  error: unknown,
  isOver: boolean,
  parts: LandingParts,
): SettledCall {
  const reason = isToolError(error) ? error.message : `it cannot be read: ${String(error)}`;
  const refused = [{ path: rootName(call.state.roots[0]?.root ?? ""), reason }];
  const isBound = isToolError(error) && error.code === "too_large";
  const isConflict = isToolError(error) && error.code === "conflict";
  const why = isBound ? "bound" : isConflict ? "conflict" : "failed";
  const set = { changes: [] };
  if (isBound || isOver) {
    clearTree(call.folder);
    const landing = tellLanding(set, { state: "dropped", why, refused });
    return { ...NOTHING, landing };
  }
  const read = { set, changes: [], beforeBytes: 0, keeps: true, bytes: 0 };
  return keep({ call, read, parts }, why, refused);
}
