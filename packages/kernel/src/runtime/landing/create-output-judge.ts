/**
 * Judges what comes where nothing lands: what a process that runs on writes into its outputs, and what a command leaves that had no
 * view. Each path as if a command had left it in one. There is no end to ask at before it is real, so what asks stays out, and
 * so does what cannot be judged.
 */
import type { ChangeSet, OutputJudge } from "@toolplane/contract";
import type { HiddenFolders } from "@toolplane/contract/ports";
import type { ChangeView } from "../../judge/judge-change.ts";
import { judgeChanges } from "../../judge/judge-changes.ts";

export function createOutputJudge(
  viewOf: (set: ChangeSet) => ChangeView,
  /** Given for a process that runs on: what it wrote it may write again. */
  hidden: HiddenFolders | undefined,
): OutputJudge {
  return (set) => {
    try {
      hidden?.distrust(set.changes.map(({ path }) => path));
      const view = viewOf(set);
      // Where it may write at all is the confinement's to say; a person may have opened an output that lies outside.
      const reach = { ...view.reach, placeOf: () => "inside" as const };
      const { denied, asking } = judgeChanges({ ...view, reach }, set);
      return new Set([...denied, ...asking].map(({ change }) => change.path));
    } catch {
      return new Set(set.changes.map(({ path }) => path));
    }
  };
}
