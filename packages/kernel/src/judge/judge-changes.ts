/** A whole change set before the policy: what is denied, what asks, and all the rest, which lands. */
import type { Change, ChangeSet } from "@toolplane/contract";
import { type ChangeFinding, type ChangeView, judgeChange } from "./judge-change.ts";

/** One change that does not simply land. */
export interface HeldChange {
  readonly change: Change;
  readonly finding: NonNullable<ChangeFinding>;
}

export interface JudgedChanges {
  readonly denied: readonly HeldChange[];
  /** Files that steer git come first. */
  readonly asking: readonly HeldChange[];
}

/** So many changes are judged before others have their turn. */
const A_TURN = 1_000;

/** Judges all of them at once, for a caller that cannot wait. */
export function judgeChanges(view: ChangeView, set: ChangeSet): JudgedChanges {
  const judged = openJudging(view);
  for (const change of set.changes) judged.add(change);
  return judged.result();
}

/** The same with pauses: a command may leave a hundred thousand changes, and others wait for their answers meanwhile. */
export async function judgeInTurns(
  view: ChangeView,
  set: ChangeSet,
  pause: () => Promise<void>,
): Promise<JudgedChanges> {
  const judged = openJudging(view);
  for (const [index, change] of set.changes.entries()) {
    judged.add(change);
    if (index % A_TURN === A_TURN - 1) await pause();
  }
  return judged.result();
}

function openJudging(view: ChangeView): {
  add(change: Change): void;
  result(): JudgedChanges;
} {
  const denied: HeldChange[] = [];
  const steering: HeldChange[] = [];
  const asking: HeldChange[] = [];
  return {
    add(change) {
      const finding = judgeChange(view, change);
      if (finding === null) return;
      const kept = finding.action === "deny" ? denied : finding.steersGit ? steering : asking;
      kept.push({ change, finding });
    },
    result: () => ({ denied, asking: [...steering, ...asking] }),
  };
}
