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
  /** What steers git first. */
  readonly asking: readonly HeldChange[];
}

export function judgeChanges(view: ChangeView, set: ChangeSet): JudgedChanges {
  const denied: HeldChange[] = [];
  const steering: HeldChange[] = [];
  const asking: HeldChange[] = [];
  for (const change of set.changes) {
    const finding = judgeChange(view, change);
    if (finding === null) continue;
    const kept = finding.action === "deny" ? denied : finding.steersGit ? steering : asking;
    kept.push({ change, finding });
  }
  return { denied, asking: [...steering, ...asking] };
}
